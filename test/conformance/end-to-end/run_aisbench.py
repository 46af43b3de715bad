"""Runs configs with the real AISBench, its own command line, tasks, inferencers and model classes: one line of JSON for each pair of a model and a dataset.

    python run_aisbench.py < request      the request: {"root", "configs": [file], "share": of the pairs each so many-th is run, "first": beginning with this one, "sources": the folder that holds ais_bench, where that is not installed}

Services are one server of this program's own, which notes what it is sent. Of local models the weights, the tokenizer and the processor are stand-ins that note what they are
given, and so are the libraries vllm and qwen_vl_utils: these have no part in a prompt. What a task would do in a process of its own it does here.
"""
import http.server
import json
import logging
import os
import sys
import tempfile
import threading
import types
from pathlib import Path

request = json.load(sys.stdin)
os.environ.update(
    HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1', TRANSFORMERS_OFFLINE='1', TQDM_DISABLE='1',
    AIS_BENCH_DATASETS_CACHE=request['root'], NO_PROXY='*', no_proxy='*',
)
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
if request.get('sources'):
    sys.path.insert(0, request['sources'])
# Packages of the user's own lie beside the configs.
sys.path[:0] = [request['root'], str(Path(__file__).parent.parent / 'oracle')]

# How long a task waits between two looks at its own progress: a second otherwise, several times a task.
from ais_bench.benchmark.utils.config import message_constants  # noqa: E402

message_constants.STATUS_REPORT_INTERVAL = message_constants.SYNC_MAIN_PROCESS_INTERVAL = 0.02

import torch  # noqa: E402
import transformers  # noqa: E402
from evaluate_case import know_the_standard_library  # noqa: E402

know_the_standard_library()
asked = []


class Tokenizer:
    """Notes the texts that it is to make tokens of, but for those of its own making."""
    pad_token_id = 0
    eos_token_id = 0
    eos_token = None
    chat = '(a conversation)'

    def encode(self, *_, **__):
        return [0]

    def decode(self, *_, **__):
        return ''

    def batch_decode(self, tokens, **_):
        return ['x' for _ in tokens]

    def apply_chat_template(self, messages, **_):
        # A processor is given all conversations at once.
        for turns in messages if isinstance(messages[0], list) else [messages]:
            asked.append([[turn['role'], turn['content']] for turn in turns])
        return [self.chat]

    def batch_encode_plus(self, texts, **_):
        return self(texts)

    def __call__(self, texts=None, text=None, **_):
        asked.extend(one for one in texts or text if one not in (self.chat, [self.chat]))
        return Tokens(input_ids=torch.zeros(len(texts or text), 1, dtype=torch.long))


class Tokens(dict):
    def to(self, _):
        return self


class Weights(types.SimpleNamespace):
    device = 'cpu'
    generation_config = types.SimpleNamespace()

    def eval(self):
        return self

    def generate(self, input_ids, **_):
        return torch.zeros(len(input_ids), 2, dtype=torch.long)


class Vllm:
    """What `vllm` gives: a model that answers."""

    def __init__(self, **_):
        pass

    def generate(self, *_, **__):
        return [types.SimpleNamespace(outputs=[types.SimpleNamespace(text='x')])]


def stand_in():
    """Puts the stand-ins in the place of what local models are loaded with."""
    transformers.AutoTokenizer.from_pretrained = lambda *_, **__: Tokenizer()
    for name in ('AutoProcessor', 'Qwen2VLProcessor'):
        getattr(transformers, name).from_pretrained = lambda *_, **__: Tokenizer()
    for name in ('AutoModelForCausalLM', 'Qwen2_5_VLForConditionalGeneration'):
        getattr(transformers, name).from_pretrained = lambda *_, **__: Weights()
    transformers.GenerationConfig.from_pretrained = lambda *_, **__: types.SimpleNamespace(eos_token_id=[], pad_token_id=0)
    sys.modules['vllm'] = types.SimpleNamespace(LLM=Vllm, SamplingParams=dict)
    sys.modules['qwen_vl_utils'] = types.SimpleNamespace(process_vision_info=lambda _: (None, None))


class Service(http.server.BaseHTTPRequestHandler):
    """Answers `x` in the words of every service, as a whole and as a stream."""
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer(json.dumps({'data': [{'id': 'demo'}]}), 'application/json')

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        asked.append(what_is_asked(body))
        scores = [None, {'1': {'logprob': -1.0}}]
        whole = {
            'choices': [{'message': {'content': 'x'}, 'delta': {'content': 'x'}, 'text': 'x', 'prompt_logprobs': scores}],
            'prompt_logprobs': scores, 'generated_text': 'x', 'token': {'text': 'x'}, 'text_output': 'x', 'text': ['x'],
        }
        stream = body.get('stream') or self.path.endswith('_stream')
        self.answer(f'data: {json.dumps(whole)}\n\n' if stream else json.dumps(whole), 'text/event-stream' if stream else 'application/json')

    def answer(self, text, kind):
        content = text.encode()
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def what_is_asked(body):
    """The prompt in a request: a text, or messages."""
    if 'messages' in body:
        return [[message['role'], message['content']] for message in body['messages']]
    prompt = next(body[key] for key in ('prompt', 'inputs', 'text_input') if key in body)
    return prompt if isinstance(prompt, str) or is_messages(prompt) else [['', prompt]]


def is_messages(prompt):
    return any('role' in part for part in prompt)


def tasks_of(file, work):
    """The tasks that AISBench's command line makes of a config, each for one pair."""
    from ais_bench.benchmark.cli.argument_parser import ArgumentParser
    from ais_bench.benchmark.cli.config_manager import ConfigManager
    from ais_bench.benchmark.cli.utils import clear_repeat_tasks
    from ais_bench.benchmark.cli.workers import Infer
    from ais_bench.benchmark.registry import PARTITIONERS
    sys.argv = ['ais_bench', file, '--mode', 'infer', '--debug', '--num-warmups', '0', '--work-dir', work]
    args = ArgumentParser().parse_args()
    infer = Infer(args)
    cfg = ConfigManager(args).load_config([infer])
    return clear_repeat_tasks(PARTITIONERS.build(cfg.infer.partitioner)(cfg)), cfg.infer.runner.task['type']


def run(task, kind, work):
    """Runs a task as its process would: from a file that the config is written to."""
    from ais_bench.benchmark.registry import TASKS
    from ais_bench.benchmark.tasks.base import TaskStateManager
    from mmengine.config import Config
    asked.clear()
    path = os.path.join(work, 'task.py')
    task.dump(path)
    config = Config.fromfile(path)
    os.makedirs(os.path.join(work, 'status_tmp'), exist_ok=True)
    TASKS.build(dict(type=kind, cfg=config)).run(TaskStateManager(os.path.join(work, 'status_tmp'), 'task', True))
    return list(asked)


def main():
    stand_in()
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.chdir(request['root'])
    logging.disable(logging.CRITICAL)
    number = -1
    for file in request['configs']:
        with tempfile.TemporaryDirectory() as work:
            tasks, kind = tasks_of(file, work)
            for task in tasks:
                number += 1
                if number % request.get('share', 1) != request.get('first', 0):
                    continue
                report(file, task, kind, work, server.server_port)
    server.shutdown()


def shape_of(infer):
    """How the requests of a row follow each other: one by label, one by turn, or one alone."""
    kind = str(infer.get('inferencer', {}).get('type')).rsplit('.', 1)[-1]
    if kind != 'PPLInferencer':
        return {'turns': kind == 'MultiTurnGenInferencer'}
    template = infer.get('prompt_template', infer.get('ice_template'))['template']
    return {'labels': infer['inferencer'].get('labels') or (list(template) if isinstance(template, dict) else [])}


def report(file, task, kind, work, port):
    model, dataset = task['models'][0], task['datasets'][0][0]
    if model['attr'] == 'service':
        model['host_port'] = port
    row = {'config': file, 'model': model['abbr'], 'dataset': dataset['abbr'], **shape_of(dataset.get('infer_cfg', {}))}
    try:
        row['asked'] = run(task, kind, work)
    except Exception as error:  # whatever the framework raises is its answer
        row['error'] = f'{type(error).__name__}: {error}'
        if asked:
            row['before'] = list(asked)
    print(json.dumps(row, default=str), file=out, flush=True)


main()
