"""Runs tasks with the installed lm-evaluation-harness and a model that notes what it is asked: one line of JSON for each document.

    python run_tasks.py < request      the request: {"root", "tasks", "modes": {name: options of simple_evaluate}}
"""
import json
import logging
import os
import sys

os.environ.update(HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1', TRANSFORMERS_OFFLINE='1', TOKENIZERS_PARALLELISM='false')
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)

from lm_eval import simple_evaluate  # noqa: E402
from lm_eval.api.model import LM  # noqa: E402
from lm_eval.tasks import TaskManager  # noqa: E402

logging.disable(logging.CRITICAL)
MARK = '\0CHAT'


class Recorder(LM):
    """Answers nothing of use, and notes each request with the number of its document."""

    tokenizer_name = 'recorder'

    def __init__(self):
        super().__init__()
        self.asked = {}

    def note(self, requests, describe):
        for request in requests:
            # A request that is repeated is one and the same.
            self.asked.setdefault(request.doc_id, {})[request.idx] = {'type': request.request_type, **describe(request.args)}
        return requests

    def loglikelihood(self, requests):
        return [(-1.0, False) for _ in self.note(requests, lambda args: {**before(args[0]), 'continuation': args[1]})]

    def loglikelihood_rolling(self, requests):
        return [-1.0 for _ in self.note(requests, lambda args: {**before(args[0]), 'continuation': None})]

    def generate_until(self, requests):
        return ['x' for _ in self.note(requests, lambda args: {**before(args[0]), 'gen_kwargs': args[1]})]

    def apply_chat_template(self, chat_history, add_generation_prompt=True):
        return MARK + json.dumps({'messages': chat_history, 'add_generation_prompt': add_generation_prompt})

    def chat_template(self, chat_template=False):
        return 'recorder'


def before(context):
    return json.loads(context[len(MARK) :]) if context.startswith(MARK) else {'context': context}


def run(root, task, options):
    options = dict(options)
    model = Recorder()
    samples = options.pop('samples', None)
    seed = options.pop('fewshot_seed')
    simple_evaluate(
        model=model,
        tasks=[task],
        task_manager=TaskManager(include_path=root, include_defaults=False),
        samples=samples and {task: samples},
        fewshot_random_seed=seed,
        bootstrap_iters=0,
        log_samples=True,
        **options,
    )
    return model.asked


def main():
    request = json.load(sys.stdin)
    os.chdir(request['root'])
    for task in request['tasks']:
        for mode, options in request['modes'].items():
            row = {'task': task, 'mode': mode}
            try:
                asked = run(request['root'], task, options)
            except Exception as error:  # whatever the harness raises is its answer
                print(json.dumps({**row, 'error': f'{type(error).__name__}: {error}'}), file=out, flush=True)
                continue
            for index, requests in sorted(asked.items()):
                print(json.dumps({**row, 'index': index, 'requests': [requests[key] for key in sorted(requests)]}), file=out, flush=True)


main()
