"""What Python's `tokenizers` makes of a text: `Tokenizer.from_file(…).encode(…)`."""
from functools import lru_cache

from tokenizers import Tokenizer


@lru_cache(maxsize=2)
def load(file):
    return Tokenizer.from_file(file)


def tokenize(request):
    try:
        encoding = load(request['file']).encode(request['text'], add_special_tokens=request['add_special_tokens'])
    except BaseException as error:
        # A panic of Rust is no Exception.
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return {'error': f'{type(error).__name__}: {error}'}
    return {'ids': encoding.ids, 'tokens': encoding.tokens}
