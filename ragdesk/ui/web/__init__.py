"""What stands between the browser and Gradio: the guard, headers, our own routes, uploads, the page itself."""
