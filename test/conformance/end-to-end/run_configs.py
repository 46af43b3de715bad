"""Runs configs with the real OpenCompass and models that note what they are asked: one line of JSON for each row.

    python run_configs.py < request      the request: {"root", "configs": [file], "sources": a checkout, where the package is not installed}
"""
import json
import logging
import os
import sys
import tempfile

os.environ.update(HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1', TRANSFORMERS_OFFLINE='1', TQDM_DISABLE='1')
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
request = json.load(sys.stdin)
if request.get('sources'):
    sys.path.insert(0, request['sources'])

import numpy  # noqa: E402
from mmengine.config import Config, ConfigDict  # noqa: E402
from opencompass.models import BaseAPIModel, BaseModel  # noqa: E402
from opencompass.tasks.openicl_infer import OpenICLInferTask  # noqa: E402

logging.disable(logging.CRITICAL)
asked = []


class Recorder:
    def generate(self, inputs, *_, **__):
        asked.extend(plain(given) for given in inputs)
        return ['x' for _ in inputs]

    def get_ppl(self, inputs, *_, **__):
        asked.extend(plain(given) for given in inputs)
        return numpy.ones(len(inputs))

    def get_token_len(self, prompt):
        return 1


class LocalRecorder(Recorder, BaseModel):
    def __init__(self, path, max_seq_len=2048, meta_template=None, **_):
        super().__init__(path, max_seq_len=max_seq_len, meta_template=meta_template)


class ServiceRecorder(Recorder, BaseAPIModel):
    def __init__(self, path, max_seq_len=2048, meta_template=None, **_):
        super().__init__(path, max_seq_len=max_seq_len, meta_template=meta_template)


def plain(given):
    """A text, or the parts that a service is given."""
    return given if isinstance(given, str) else [dict(part) if isinstance(part, dict) else part for part in given]


def run(config, model, dataset):
    asked.clear()
    service = not model['type'].endswith('HuggingFaceCausalLM') if isinstance(model['type'], str) else issubclass(model['type'], BaseAPIModel)
    with tempfile.TemporaryDirectory() as work:
        model = ConfigDict({**model, 'type': ServiceRecorder if service else LocalRecorder})
        OpenICLInferTask(ConfigDict(models=[model], datasets=[[dataset]], work_dir=work)).run()
    return list(asked)


def main():
    os.chdir(request['root'])
    for file in request['configs']:
        config = Config.fromfile(file)
        for model in config['models']:
            for dataset in config['datasets']:
                row = {'config': file, 'model': model['abbr'], 'dataset': dataset['abbr']}
                try:
                    row['asked'] = run(config, model, dataset)
                except Exception as error:  # whatever the framework raises is its answer
                    row['error'] = f'{type(error).__name__}: {error}'
                print(json.dumps(row), file=out, flush=True)


main()
