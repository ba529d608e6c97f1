"""Rendering a prompt: plain text for a model, of which a missing value is an error. Data is fenced by who asks."""

from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined

from templates import read_text


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(lambda name: read_text(f"prompts/{name}")),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (plain text for a model; data is fenced by the caller)
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def render_prompt(name: str, **values: object) -> str:
    """The prompt of this name with `values` put in. UndefinedError where one is missing."""
    return _environment().get_template(name).render(**values)
