"""Runs configs with the real OpenCompass and models that note what they are asked: one line of JSON for each row.

    python run_configs.py < request      the request: {"root", "configs": [file], "share": of the pairs each so many-th is run, "first": beginning with this one, "sources": a checkout, where the package is not installed}
"""
import json
import logging
import os
import sys
import tempfile
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1', TRANSFORMERS_OFFLINE='1', TQDM_DISABLE='1')
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
request = json.load(sys.stdin)
if request.get('sources'):
    sys.path.insert(0, request['sources'])
# Packages of the user's own lie beside the configs.
sys.path[:0] = [request['root'], str(Path(__file__).parent.parent / 'oracle')]

import numpy  # noqa: E402
from mmengine.config import Config, ConfigDict  # noqa: E402
from opencompass.models import BaseAPIModel, BaseModel  # noqa: E402
from opencompass.models.huggingface_above_v4_33 import _convert_chat_messages, _get_meta_template  # noqa: E402
from opencompass.tasks.openicl_infer import OpenICLInferTask  # noqa: E402
import torch  # noqa: E402

from evaluate_case import know_the_standard_library  # noqa: E402

know_the_standard_library()
logging.disable(logging.CRITICAL)
asked = []


class Tokens:
    padding_side = 'left'

    def encode(self, *_):
        return [1]


class Recorder:
    tokenizer = Tokens()

    def note(self, inputs):
        asked.extend(plain(given) for given in inputs)

    def generate(self, inputs, *_, **__):
        self.note(inputs)
        return ['x' for _ in inputs]

    def get_ppl(self, inputs, *_, **__):
        self.note(inputs)
        return numpy.ones(len(inputs))

    def get_loglikelihood(self, inputs, _conts):
        self.note(inputs)
        return torch.ones(len(inputs))

    def get_logits(self, inputs):
        self.note(inputs)
        return torch.ones(len(inputs), 3, 5), {'tokens': {'input_ids': torch.ones(len(inputs), 3)}}

    def get_token_len(self, prompt):
        return 1


class LocalRecorder(Recorder, BaseModel):
    def __init__(self, path, max_seq_len=2048, meta_template=None, **_):
        super().__init__(path, max_seq_len=max_seq_len, meta_template=meta_template)


class ServiceRecorder(Recorder, BaseAPIModel):
    def __init__(self, path, max_seq_len=2048, meta_template=None, **_):
        super().__init__(path, max_seq_len=max_seq_len, meta_template=meta_template)


class ChatRecorder(Recorder, BaseModel):
    """As HuggingFacewithChatTemplate, up to the messages that the tokenizer's chat template is given."""

    def __init__(self, path, max_seq_len=2048, meta_template=None, **_):
        self.path = path
        self.max_seq_len = max_seq_len
        self.template_parser = _get_meta_template(meta_template)

    def note(self, inputs):
        asked.extend([[turn['role'], turn['content']] for turn in turns] for turns in _convert_chat_messages(inputs))


def plain(given):
    """A text, or the parts that a service is given."""
    return given if isinstance(given, str) else [dict(part) if isinstance(part, dict) else part for part in given]


def recorder_of(kind):
    """Who stands in for a model class, which is a class or its name."""
    name = kind.rsplit('.', 1)[-1] if isinstance(kind, str) else kind.__name__
    if name.endswith('withChatTemplate'):
        return ChatRecorder
    if name == 'HuggingFaceBaseModel':
        # It has no meta template, whatever the config says.
        return type('BaseRecorder', (LocalRecorder,), {'__init__': lambda self, path, max_seq_len=2048, **_: LocalRecorder.__init__(self, path, max_seq_len)})
    return LocalRecorder if name == 'HuggingFaceCausalLM' else ServiceRecorder


def run(config, model, dataset):
    asked.clear()
    with tempfile.TemporaryDirectory() as work:
        model = ConfigDict({**model, 'type': recorder_of(model['type'])})
        OpenICLInferTask(ConfigDict(models=[model], datasets=[[dataset]], work_dir=work)).run()
    return list(asked)


def as_run(file):
    """The config as a run has it: `cli/main.py` writes it into a file, and reads that."""
    with tempfile.TemporaryDirectory() as work:
        written = os.path.join(work, 'written.py')
        Config.fromfile(file, format_python_code=False).dump(written)
        return Config.fromfile(written, format_python_code=False)


def main():
    os.chdir(request['root'])
    for file in request['configs']:
        config = as_run(file)
        for i, model in enumerate(config['models']):
            for j, dataset in enumerate(config['datasets']):
                if (i + j) % request.get('share', 1) != request.get('first', 0):
                    continue
                row = {'config': file, 'model': model['abbr'], 'dataset': dataset['abbr']}
                try:
                    row['asked'] = run(config, model, dataset)
                except Exception as error:  # whatever the framework raises is its answer
                    row['error'] = f'{type(error).__name__}: {error}'
                    # Of some labels the prompts may have been asked before.
                    if asked:
                        row['before'] = list(asked)
                print(json.dumps(row), file=out, flush=True)


main()
