"""Tests of the service as it runs."""
