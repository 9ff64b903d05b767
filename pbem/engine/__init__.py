"""The pure heart: tables, steps, orders and chance. It knows no clock, no file and no mail."""
