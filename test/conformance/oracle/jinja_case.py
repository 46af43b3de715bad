"""What the installed jinja2 makes of a template and a row, in the environment that lm-evaluation-harness sets up for its tasks."""
import copy
import re

import jinja2


def regex_replace(string, pattern, repl, count=0):
    return re.sub(pattern, repl, string, count=count)


def environment():
    made = jinja2.Environment(loader=jinja2.BaseLoader, undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    made.filters['regex_replace'] = regex_replace
    return made


class JinjaRenderer:
    def __init__(self):
        self.environment = environment()

    def render(self, request):
        try:
            text = self.environment.from_string(request['template']).render(**copy.deepcopy(request['row']))
        except Exception as error:  # What it raises is the answer.
            return {'error': f'{type(error).__name__}: {error}'}
        # Addresses in memory are nobody's to know.
        return {'skipped': 'the text holds an address'} if re.search(r' at 0x[0-9a-f]+>', text) else {'context': text}
