"""Board games of ancient Egypt, played by e-mail."""

__version__ = "0.1.0"
