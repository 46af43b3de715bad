"""Runs tasks with lm-evaluation-harness and a model that notes what it is asked: one line of JSON for each document.

    python run_tasks.py < request      the request: {"root", "tasks", "groups": those of the tasks that are groups, "modes": {name: options of simple_evaluate}, "harness": the folder of another release than the installed one};
                                       or {"root", "configs": paths of configs for `lm-eval run --config`}
"""
import argparse
import importlib.abc
import importlib.machinery
import inspect
import json
import logging
import os
import sys
import types

os.environ.update(HF_HUB_OFFLINE='1', HF_DATASETS_OFFLINE='1', TRANSFORMERS_OFFLINE='1', TOKENIZERS_PARALLELISM='false')
out = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)
request = json.load(sys.stdin)

import datasets  # noqa: E402, F401  (before it could take a stand-in for a library of its own)


class Library(types.ModuleType):
    """A library that is not installed, which a run with a model of ours asks for nothing: every name in it is an empty class, or a function or module."""

    __version__ = '4.0.0'
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        made = Library(name) if name[0].islower() else type(name, (), {})
        setattr(self, name, made)
        return made

    def __call__(self, *_, **__):
        return ''


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what releases until 0.4.9.2 import for models, and no request depends on."""

    NAMES = {'accelerate', 'evaluate', 'peft', 'torch', 'transformers'}

    def has(self, name):
        return name.split('.')[0] in self.NAMES

    def find_spec(self, name, path=None, target=None):
        if self.has(name) or name == 'lm_eval.models':
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Library(spec.name)

    def exec_module(self, module):
        pass


stand_ins = StandIns()
if 'harness' in request:
    sys.path.insert(0, request['harness'])
    sys.meta_path.insert(0, stand_ins)

from lm_eval import simple_evaluate  # noqa: E402
from lm_eval.api.model import LM  # noqa: E402
import lm_eval.evaluator  # noqa: E402
import lm_eval.tasks  # noqa: E402

# The library `datasets` looks whether they are loaded, and would ask them more.
for loaded in [name for name, module in sys.modules.items() if stand_ins.has(name) and isinstance(module, Library)]:
    del sys.modules[loaded]

# What the results say of the machine takes a second a run, where PyTorch is there.
lm_eval.evaluator.add_env_info = lambda results: None
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
            # A request that is repeated is one and the same; until 0.4.3 what is asked of a choice alone has the number of the choice, too.
            asked = {'type': request.request_type, **describe(request.args)}
            self.asked.setdefault((request.task_name, request.doc_id), {})[request.idx, json.dumps(asked, default=str)] = asked
        return requests

    def loglikelihood(self, requests):
        return [(-1.0, False) for _ in self.note(requests, lambda args: {**before(args[0]), 'continuation': args[1]})]

    def loglikelihood_rolling(self, requests):
        return [-1.0 for _ in self.note(requests, lambda args: {**before(args[0]), 'continuation': args[1] if len(args) > 1 else None})]

    def generate_until(self, requests):
        return ['x' for _ in self.note(requests, lambda args: {**before(args[0]), 'gen_kwargs': args[1]})]

    def apply_chat_template(self, chat_history, add_generation_prompt=True):
        return MARK + json.dumps({'messages': chat_history, 'add_generation_prompt': add_generation_prompt})

    def chat_template(self, chat_template=False):
        return 'recorder'


def before(context):
    """What a request has before its continuation; releases until 0.4.9.2 hand on what is no text, and write chats one behind another."""
    if not isinstance(context, str) or not context.startswith(MARK):
        return {'context': context}
    chat, end = json.JSONDecoder().raw_decode(context, len(MARK))
    behind = context[end:]
    if not behind:
        return chat
    return {**chat, 'behind': before(behind) if behind.startswith(MARK) else behind}


def run(root, task, options):
    options = dict(options)
    model = Recorder()
    samples = options.pop('samples', None)
    seed = options.pop('fewshot_seed')
    # Nothing is executed of what this model answers.
    if 'confirm_run_unsafe_code' in inspect.signature(simple_evaluate).parameters:
        options['confirm_run_unsafe_code'] = True
    if samples:
        options['samples'] = {task: samples}
    try:
        simple_evaluate(
            model=model,
            tasks=[task],
            task_manager=lm_eval.tasks.TaskManager(include_path=root, include_defaults=False),
            fewshot_random_seed=seed,
            bootstrap_iters=0,
            log_samples=True,
            **options,
        )
    except Exception:
        # What is raised once all has been asked, by metrics of the answers, is not about requests.
        if not model.asked:
            raise
    return model.asked


class Templated(Recorder):
    """Chats are the text that the chat template of a tokenizer's folder makes of them, as `HFLM` and `VLLM` ask for it."""

    def __init__(self, folder, variables):
        super().__init__()
        with open(os.path.join(folder, 'tokenizer_config.json'), encoding='utf-8') as file:
            self.tokenizer = json.load(file)
        self.variables = variables

    def apply_chat_template(self, chat_history, add_generation_prompt=True):
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        # As transformers has it (`utils/chat_template_utils.py`), which is a stand-in beside other releases. Nothing here goes on with an answer that has begun.
        assert add_generation_prompt
        template = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True).from_string(self.tokenizer['chat_template'])
        tokens = {'bos_token': self.tokenizer['bos_token'], 'eos_token': self.tokenizer['eos_token']}
        return template.render(messages=chat_history, add_generation_prompt=True, **{**tokens, **self.variables})


class Service(Recorder):
    """A service for chats gives no log-likelihoods (`models/openai_completions.py`)."""

    def loglikelihood(self, requests):
        raise NotImplementedError('Loglikelihood is not supported for chat completions. Consider using the completions API instead.')


def model_of(config):
    args = config.model_args
    if config.model.endswith('chat-completions'):
        return Service()
    if not config.apply_chat_template:
        return Recorder()
    variables = dict(args.get('chat_template_args') or {})
    thinking = args.get('enable_thinking')
    if config.model == 'vllm' or thinking is not None:
        variables = {'enable_thinking': thinking} | variables if config.model == 'vllm' else variables | {'enable_thinking': thinking}
    return Templated(args.get('tokenizer') or args['pretrained'], variables)


def run_config(path):
    """As `lm-eval run --config` does, but for the model, and for the harness's own tasks, which take long to be read."""
    from lm_eval.config.evaluate_config import EvaluatorConfig

    config = EvaluatorConfig.from_cli(argparse.Namespace(config=path))
    own = lm_eval.tasks.TaskManager
    lm_eval.tasks.TaskManager = lambda **options: own(**options, include_defaults=False)
    try:
        manager = config.process_tasks(config.metadata)
    finally:
        lm_eval.tasks.TaskManager = own
    model = model_of(config)
    try:
        simple_evaluate(
            model=model,
            tasks=config.tasks,
            num_fewshot=config.num_fewshot,
            limit=config.limit,
            samples=config.samples,
            log_samples=True,
            system_instruction=config.system_instruction,
            apply_chat_template=config.apply_chat_template,
            fewshot_as_multiturn=config.fewshot_as_multiturn,
            gen_kwargs=config.gen_kwargs,
            task_manager=manager,
            random_seed=config.seed[0] if config.seed else None,
            numpy_random_seed=config.seed[1] if config.seed else None,
            torch_random_seed=config.seed[2] if config.seed else None,
            fewshot_random_seed=config.seed[3] if config.seed else None,
            confirm_run_unsafe_code=True,
            metadata=config.metadata,
            bootstrap_iters=0,
        )
    except Exception:
        if not model.asked:
            raise
    return model.asked


def document_of(error):
    """The document at whose requests a run ended, where it got as far as these."""
    at = error.__traceback__
    while at:
        if at.tb_frame.f_code.co_name == 'build_all_requests' and 'doc_id' in at.tb_frame.f_locals:
            return {'index': at.tb_frame.f_locals['doc_id']}
        at = at.tb_next
    return {}


def run_configs():
    os.chdir(request['root'])
    for config in request['configs']:
        try:
            asked = run_config(config)
        except Exception as error:
            print(json.dumps({'config': config, 'error': f'{type(error).__name__}: {error}'}), file=out, flush=True)
            continue
        for (task, index), requests in sorted(asked.items()):
            print(json.dumps({'config': config, 'task': task, 'index': index, 'requests': list(requests.values())}), file=out, flush=True)


def main():
    taken = inspect.signature(simple_evaluate).parameters
    os.chdir(request['root'])
    # 0.4.9.2 lists tasks by their paths in its own folder, and knows none of others: such a folder stands for its own.
    if request['root'].endswith('/lm_eval/tasks'):
        lm_eval.tasks.__file__ = os.path.join(request['root'], '__init__.py')
    for task in request['tasks']:
        for mode, options in request['modes'].items():
            if 'samples' in options and ('samples' not in taken or task in request.get('groups', [])):
                continue
            row = {'task': task, 'mode': mode}
            try:
                asked = run(request['root'], task, options)
            except Exception as error:  # whatever the harness raises is its answer
                print(json.dumps({**row, **document_of(error), 'error': f'{type(error).__name__}: {error}'}), file=out, flush=True)
                continue
            for (member, index), requests in sorted(asked.items()):
                # Of a group, each of its tasks has documents of its own.
                of = {} if member == task else {'member': member}
                print(json.dumps({**row, **of, 'index': index, 'requests': list(requests.values())}), file=out, flush=True)


run_configs() if 'configs' in request else main()
