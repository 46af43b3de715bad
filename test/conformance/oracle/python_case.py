"""What Python makes of a few lines that need nothing but its standard library."""
import contextlib
import io

from canonical import canonical


def run(request):
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(request['source'], names)
            return {'result': canonical(names['asked']())}
    except Exception as error:  # What it raises is the answer.
        return {'error': f'{type(error).__name__}: {error}'}
