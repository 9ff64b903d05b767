"""`pbem init`: the settings file and the database."""
