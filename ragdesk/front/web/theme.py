"""The look of Gradio's own components, in the colours of `static/app.css`. Fonts come with Gradio; none is fetched."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradio.themes import Base

# Ink on paper, one accent; each pair has a contrast of at least 4.5 to 1 for text (WCAG 2.2 AA).
LIGHT = {
    "paper": "#fbfaf7",
    "sheet": "#ffffff",
    "ink": "#1d2327",
    "soft": "#5b646b",
    "line": "#e2dfd7",
    "accent": "#0b6b5d",
}
DARK = {
    "paper": "#14181a",
    "sheet": "#1b2023",
    "ink": "#e8e9e6",
    "soft": "#a3adb2",
    "line": "#2f373b",
    "accent": "#5fcab8",
}


# What the theme sets of Gradio's own properties.
_PROPERTIES = {
    "body_background_fill": LIGHT["paper"],
    "body_background_fill_dark": DARK["paper"],
    "body_text_color": LIGHT["ink"],
    "body_text_color_dark": DARK["ink"],
    "body_text_color_subdued": LIGHT["soft"],
    "body_text_color_subdued_dark": DARK["soft"],
    "background_fill_primary": LIGHT["sheet"],
    "background_fill_primary_dark": DARK["sheet"],
    "background_fill_secondary": LIGHT["paper"],
    "background_fill_secondary_dark": DARK["paper"],
    "border_color_primary": LIGHT["line"],
    "border_color_primary_dark": DARK["line"],
    "color_accent": LIGHT["accent"],
    "block_background_fill": LIGHT["sheet"],
    "block_background_fill_dark": DARK["sheet"],
    "block_border_width": "1px",
    "block_border_color": LIGHT["line"],
    "block_border_color_dark": DARK["line"],
    "block_shadow": "none",
    "block_label_text_color": LIGHT["soft"],
    "block_label_text_color_dark": DARK["soft"],
    "block_title_text_color": LIGHT["soft"],
    "block_title_text_color_dark": DARK["soft"],
    "block_title_text_weight": "500",
    "input_background_fill": LIGHT["sheet"],
    "input_background_fill_dark": DARK["sheet"],
    "input_border_color": LIGHT["line"],
    "input_border_color_dark": DARK["line"],
    "input_border_color_focus": LIGHT["accent"],
    "input_border_color_focus_dark": DARK["accent"],
    "input_shadow": "none",
    "input_shadow_focus": "none",
    "button_primary_background_fill": LIGHT["accent"],
    "button_primary_background_fill_hover": "#09564b",
    "button_primary_background_fill_dark": DARK["accent"],
    "button_primary_background_fill_hover_dark": "#7fdccb",
    "button_primary_text_color": "#ffffff",
    "button_primary_text_color_dark": "#08201c",
    "button_secondary_background_fill": LIGHT["sheet"],
    "button_secondary_background_fill_dark": DARK["sheet"],
    "button_secondary_border_color": LIGHT["line"],
    "button_secondary_border_color_dark": DARK["line"],
    "button_border_width": "1px",
    "button_border_width_dark": "1px",
    "button_large_text_weight": "400",
}


def theme() -> "Base":
    """The theme, light and dark."""
    import gradio as gr

    font = gr.themes.LocalFont("IBM Plex Sans", weights=(400, 700))
    mono = gr.themes.LocalFont("IBM Plex Mono", weights=(400, 700))
    look = gr.themes.Base(
        primary_hue=gr.themes.colors.teal,
        neutral_hue=gr.themes.colors.stone,
        radius_size=gr.themes.sizes.radius_md,
        spacing_size=gr.themes.sizes.spacing_md,
        text_size=gr.themes.sizes.text_md,
        font=[font, "system-ui", "sans-serif"],
        font_mono=[mono, "ui-monospace", "monospace"],
    )
    return look.set(**_PROPERTIES)
