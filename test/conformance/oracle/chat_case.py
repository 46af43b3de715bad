"""What a tokenizer's `apply_chat_template` makes of messages: the function of transformers that it ends in, without a tokenizer."""
import os

os.environ.setdefault('TRANSFORMERS_VERBOSITY', 'error')

from transformers.utils.chat_template_utils import render_jinja_template  # noqa: E402


def render(request):
    try:
        texts, _ = render_jinja_template(
            conversations=[request['messages']],
            chat_template=request['template'],
            add_generation_prompt=request['add_generation_prompt'],
            continue_final_message=request['continue_final_message'],
            **request['tokens'],
        )
    except Exception as error:
        return {'error': f'{type(error).__name__}: {error}'}
    return {'text': texts[0]}
