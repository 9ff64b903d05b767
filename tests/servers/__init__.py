"""Mail servers that tests start for themselves, on loopback, in folders of their own."""
