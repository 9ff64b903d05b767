"""Proofs about a match, with the standard library only."""
