"""What is kept: tables, transactions, and one module of queries for each concern. Values and JSON in and out."""
