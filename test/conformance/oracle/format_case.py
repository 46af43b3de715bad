"""What a prompt format of lm-evaluation-harness 0.5 makes of a task's fields, and its templates rendered on a row."""
import importlib.util
import os
import sys

from canonical import canonical, decode
from jinja_case import environment

FIELDS = ['doc_to_text', 'doc_to_target', 'doc_to_choice']
DEFAULTS = {'doc_to_text': 'question', 'doc_to_target': 'answer'}


class FormatRenderer:

    def __init__(self, sources=None):
        self.formats = load(sources)
        self.environment = environment()

    def render(self, request):
        case = decode(request)
        try:
            spec, selection = case['spec'], case.get('selection')
            made = self.formats.get(selection if spec is None else spec, selection=selection)
            # What a task that names no field is read as: `config/task.py`, `_resolve_formats`.
            config = made.to_task_config(**{field: DEFAULTS.get(field) if case[field] is None else case[field] for field in FIELDS})
        except Exception as error:
            return {'error': f'{type(error).__name__}: {error}'}
        return {'task_config': canonical(config), **{f'rendered_{field}': self.rendered(config[field], case['doc']) for field in FIELDS}}

    def rendered(self, template, doc):
        if template is None:
            return None
        try:
            return self.environment.from_string(template).render(**doc)
        except Exception as error:
            return {'error': f'{type(error).__name__}: {error}'}


def load(sources):
    """`FormatConfig`, of the installed package, or of a checkout without what its package imports beside it."""
    if sources:
        folder = os.path.join(sources, 'lm_eval', 'config', 'formats')
        spec = importlib.util.spec_from_file_location('formats', os.path.join(folder, '__init__.py'), submodule_search_locations=[folder])
        module = sys.modules['formats'] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        from lm_eval.config import formats as module
    return module.FormatConfig
