"""Answers requests as the installed frameworks do, one JSON object a line: see docs/conformance.md.

    python oracle.py [--sources DIR]

`evaluate` needs mmengine; `render` needs opencompass or AISBench's package, `messages` a checkout of either, `render_task` lm_eval, `lm-eval-format` lm_eval 0.5, `jinja` only jinja2, `dataset_program` only datasets, `python_program` nothing, `chat-template` transformers, `tokenize` tokenizers, installed or as a checkout in DIR. Configs are RUN here, as the framework runs them.
"""
import argparse
import io
import json
import os
import signal
import sys
import warnings
from functools import cache

SECONDS = 10


class TookTooLong(BaseException):
    pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--sources')
    sources = parser.parse_args().sources
    # What a config or a library prints must not get between the answers.
    answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    os.dup2(2, 1)
    sys.stdout = io.StringIO()
    warnings.simplefilter('ignore')
    if sources:
        sys.path.insert(0, os.path.abspath(sources))
    sys.setrecursionlimit(1000)
    signal.signal(signal.SIGALRM, give_up)
    operations = Operations(sources)
    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps({'id': request['id'], **answer(operations, request)}) + '\n')
        answers.flush()


def give_up(*_):
    raise TookTooLong


def answer(operations, request):
    sys.stdout = io.StringIO()
    signal.alarm(SECONDS)
    try:
        return getattr(operations, request['op'].replace('-', '_'))(request)
    except (TookTooLong, MemoryError):
        return {'skipped': 'the framework takes too long'}
    except ImportError as error:
        return {'skipped': str(error)}
    finally:
        signal.alarm(0)


class Operations:
    """Each loads what it needs when it is first asked for."""

    def __init__(self, sources):
        self.sources = sources

    def tokenize(self, request):
        from tokenize_case import tokenize
        return tokenize(request)

    def evaluate(self, request):
        from evaluate_case import evaluate
        return evaluate(request)

    def render(self, request):
        return self.renderer(request['framework']).render(request)

    @cache
    def renderer(self, name):
        if name == 'aisbench':
            from aisbench_case import AisBenchRenderer
            from aisbench_framework import load
            return AisBenchRenderer(load(self.sources))
        from framework import load
        from render_case import Renderer
        return Renderer(load(self.sources))

    def messages(self, request):
        return self.message_renderer(request['framework']).render(request)

    @cache
    def message_renderer(self, name):
        from message_classes import ais_bench, chat_inferencer, open_compass
        from messages_case import MessagesRenderer
        if name == 'aisbench':
            from aisbench_case import AisBenchRenderer
            prompt_classes, classes, missing = ais_bench(self.sources)
            return MessagesRenderer(AisBenchRenderer(prompt_classes), classes, missing)
        from render_case import Renderer
        prompt_classes, classes, missing = open_compass(self.sources)
        return MessagesRenderer(Renderer(prompt_classes), classes, missing, chat_inferencer(self.sources))

    def render_task(self, request):
        return self.task_renderer().render(request)

    @cache
    def task_renderer(self):
        from render_task import TaskRenderer
        from task_framework import load
        return TaskRenderer(load(self.sources))

    def lm_eval_format(self, request):
        return self.format_renderer().render(request)

    @cache
    def format_renderer(self):
        from format_case import FormatRenderer
        return FormatRenderer(self.sources)

    def jinja(self, request):
        return self.jinja_renderer().render(request)

    @cache
    def jinja_renderer(self):
        from jinja_case import JinjaRenderer
        return JinjaRenderer()

    def dataset_program(self, request):
        return self.dataset_runner().run(request)

    @cache
    def dataset_runner(self):
        from dataset_case import DatasetRunner
        return DatasetRunner()

    def python_program(self, request):
        from python_case import run
        return run(request)

    def chat_template(self, request):
        from chat_case import render
        return render(request)


main()
