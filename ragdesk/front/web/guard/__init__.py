"""What stands between the browser and the page: the guard, headers, our own routes, uploads."""
