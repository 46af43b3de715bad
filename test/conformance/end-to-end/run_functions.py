"""What Python makes of functions of tasks: one line of JSON for each.

    python run_functions.py < request      the request: {"root": a folder of modules, "fields": [field], "rows"}
"""
import importlib
import json
import os
import sys
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1')
sys.dont_write_bytecode = True
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
sys.path.insert(0, str(Path(__file__).parent.parent / 'oracle'))

from canonical import canonical  # noqa: E402
from datasets import Dataset, disable_progress_bars  # noqa: E402

disable_progress_bars()
request = json.load(sys.stdin)


def of_rows(function, field):
    if field == 'fewshot_samples':
        return [canonical(row) for row in function()]
    return [canonical(row) for row in function(Dataset.from_list(request['rows']))]


def of_row(function, row):
    try:
        return canonical(function(dict(row)))
    except Exception as error:  # What it raises is the answer.
        return {'$error': type(error).__name__}


def made(function, field):
    if field.startswith('doc_to_'):
        return {'result': [of_row(function, row) for row in request['rows']]}
    try:
        return {'result': of_rows(function, field)}
    except Exception as error:
        return {'error': f'{type(error).__name__}: {error}'}


sys.path.insert(0, request['root'])
for file in sorted(Path(request['root']).glob('*.py')):
    module = importlib.import_module(file.stem)
    for name in list(vars(module)):
        field = next((field for field in request['fields'] if name.startswith(field)), None)
        if field:
            print(json.dumps({'module': file.name, 'function': name, 'field': field, **made(getattr(module, name), field)}), file=out, flush=True)
