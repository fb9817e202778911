"""Word processors, slides and books: formats that flow."""
