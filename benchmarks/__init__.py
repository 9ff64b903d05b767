"""Measurements. Each prints its figures beside a yardstick of the same run, since machines differ."""
