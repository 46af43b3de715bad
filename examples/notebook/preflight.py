"""Prompts and findings in a notebook or a script: `preflight = Preflight('configs')`, then `preflight.preview('eval.py')`. No config is run."""

import json
import subprocess


class Preflight:
    def __init__(self, root='.', command=('prompt-preflight',)):
        self.root = root
        pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding='utf-8')
        self.engine = subprocess.Popen([*command, 'batch'], **pipes)  # one process for all questions

    def ask(self, op, **request):
        print(json.dumps({'op': op, 'root': self.root, **request}), file=self.engine.stdin, flush=True)
        answer = json.loads(self.engine.stdout.readline())
        if 'error' in answer:
            raise ValueError(answer['error'])
        return answer

    def preview(self, path, **pick):
        return self.ask('preview', path=path, **pick)

    def check(self, path):
        return self.ask('check', path=path)['diagnostics']
