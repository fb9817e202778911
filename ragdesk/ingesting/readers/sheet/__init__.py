"""Spreadsheets and CSV: grids of cells."""
