"""Gradio with a page of one field, served as RAGDesk serves its own: what the start of the app is compared with."""

import socket

import fastapi
import gradio as gr
import uvicorn


def main() -> None:
    with gr.Blocks() as page:
        gr.Textbox(elem_id="rd-question")
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    app = gr.mount_gradio_app(fastapi.FastAPI(), page, path="/")
    print(f"at http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    uvicorn.Server(uvicorn.Config(app, http="h11", ws="none", log_config=None)).run(sockets=[listening])


if __name__ == "__main__":
    main()
