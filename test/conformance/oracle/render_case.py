"""What OpenCompass's own classes make of a case: the answer to a `render` request of docs/batch.md, in the goldens' shape."""
import copy
import re
import types

from canonical import canonical, decode
from framework import Rows


class Failed(Exception):
    """An exception of the framework, with the stage in which it arose."""

    def __init__(self, error, stage):
        super().__init__(str(error))
        # AISBench colours its codes.
        text = re.sub(r'\x1b\[[0-9]+m', '', str(error))
        self.answer = {'error': f'{type(error).__name__}: {text}', 'stage': stage}


class Renderer:

    def __init__(self, classes):
        self.classes = classes

    def render(self, case):
        try:
            return {'prompts': self.prompts(decode(case))}
        except Failed as failed:
            return failed.answer

    def prompts(self, case):
        dataset = self.dataset(case)
        made = at('template', lambda: self.templates(case))
        retriever = self.retriever(case, dataset)
        inferencer = case['inferencer']
        chosen = at('retriever', retriever.retrieve)
        labels = [None]
        if inferencer['mode'] == 'ppl':
            labels = inferencer['labels']
            if labels is None:
                labels = at('labels', lambda: retriever.get_labels(**made))
        ice = at('ice', lambda: self.examples(retriever, made, chosen[0]))
        if inferencer['mode'] == 'ppl':
            return [self.labelled(case, retriever, made, ice, label) for label in labels]
        token = inferencer['gen_field_replace_token']
        raw = at('prompt', lambda: retriever.generate_prompt_for_generate_task(0, ice, gen_field_replace_token=token, **made))
        return [self.prompt(case, None, raw, 'gen')]

    def templates(self, case):
        # As `openicl_infer` does before it builds any of them.
        assert case['ice_template'] is not None or case['prompt_template'] is not None, 'no template'
        return {name: self.template(case[name]) for name in ('ice_template', 'prompt_template')}

    def examples(self, retriever, made, ids):
        return retriever.generate_ice(ids, ice_template=made['ice_template'])

    def template(self, config):
        if config is None:
            return None
        arguments = {key: value for key, value in config.items() if key != 'type'}
        return self.classes[config['type']](**arguments)

    def dataset(self, case):
        rows = types.SimpleNamespace(train=Rows(case['train']), test=Rows([case['test']]))
        dataset = self.classes['DatasetReader'].__init__.__globals__['DatasetDict']({'train': rows.train, 'test': rows.test})
        rows.reader = at('reader', lambda: self.classes['DatasetReader'](dataset, **case['reader_cfg']))
        return rows

    def retriever(self, case, dataset):
        arguments = {key: value for key, value in case['retriever'].items() if key != 'type'}
        return at('retriever', lambda: self.classes[case['retriever']['type']](dataset, **arguments, **self.given_to_retriever(case)))

    def given_to_retriever(self, _case):
        return {}

    def labelled(self, case, retriever, made, ice, label):
        try:
            raw = at('prompt', lambda: retriever.generate_label_prompt(0, ice, label, **made))
        except Failed as failed:
            return {'label': canonical(label), **failed.answer}
        return self.prompt(case, label, raw, 'ppl')

    def prompt(self, case, label, raw, mode):
        parsed = [self.parsed(copy.deepcopy(raw), mode, **meta) for meta in case['metas']]
        return {'label': canonical(label), 'raw': canonical(raw), 'raw_type': type(raw).__name__, 'parsed': parsed}

    def parsed(self, raw, mode, kind, meta):
        parser = self.classes['LMTemplateParser' if kind == 'lm' else 'APITemplateParser']
        try:
            made = at('meta', lambda: parser(meta))
            return self.outcome(at('parse', lambda: made.parse_template(raw, mode=mode)), mode, kind, meta)
        except Failed as failed:
            return failed.answer

    def outcome(self, result, _mode, _kind, _meta):
        return {'result': canonical(result)}


def at(stage, step):
    try:
        return step()
    except Exception as error:
        raise Failed(error, stage) from error
