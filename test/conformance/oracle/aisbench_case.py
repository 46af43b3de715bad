"""What AISBench's own classes make of a case: the answer to a `render` request of docs/batch.md, in the goldens' shape."""
import asyncio
import copy
import re
import types

from canonical import canonical, decode
from framework import Rows


class Failed(Exception):

    def __init__(self, error):
        super().__init__(str(error))
        # Of a coded message only the code is written in plain letters.
        text = re.sub(r'\x1b\[[0-9]+m', '', str(error))
        self.answer = {'error': f'{type(error).__name__}: {text}'}


class AisBenchRenderer:

    def __init__(self, classes):
        self.classes = classes

    def render(self, case):
        try:
            return {'prompts': self.prompts(decode(case))}
        except Failed as failed:
            return failed.answer

    def prompts(self, case):
        retriever = attempt(lambda: self.retriever(case))
        chosen = attempt(retriever.retrieve)
        inferencer = case['inferencer']
        labels = inferencer['labels']
        if inferencer['mode'] == 'ppl' and labels is None:
            labels = attempt(retriever.get_labels)
        ice = attempt(lambda: retriever.generate_ice(chosen[0]))
        if inferencer['mode'] == 'ppl':
            return [self.labelled(case, retriever, ice, label) for label in labels]
        token = inferencer['gen_field_replace_token']
        return [self.prompt(case, None, attempt(lambda: retriever.generate_prompt_for_generate_task(0, ice, gen_field_replace_token=token)), 'gen')]

    def retriever(self, case):
        dataset = types.SimpleNamespace(train=Rows(case['train']), test=Rows([case['test']]))
        splits = self.classes['DatasetReader'].__init__.__globals__['DatasetDict']({'train': dataset.train, 'test': dataset.test})
        dataset.reader = self.classes['DatasetReader'](splits, **case['reader_cfg'])
        arguments = {key: value for key, value in case['retriever'].items() if key != 'type'}
        return self.classes[case['retriever']['type']](dataset, ice_template=case['ice_template'], prompt_template=case['prompt_template'], **arguments)

    def labelled(self, case, retriever, ice, label):
        try:
            raw = attempt(lambda: retriever.generate_label_prompt(0, ice, label))
        except Failed as failed:
            return {'label': canonical(label), **failed.answer}
        return self.prompt(case, label, raw, 'ppl')

    def prompt(self, case, label, raw, mode):
        parsed = [self.parsed(copy.deepcopy(raw), mode, **meta) for meta in case['metas']]
        return {'label': canonical(label), 'raw': canonical(raw), 'raw_type': type(raw).__name__, 'parsed': parsed}

    def parsed(self, raw, mode, kind, meta):
        parser = self.classes['LMTemplateParser' if kind == 'lm' else 'APITemplateParser']
        try:
            made = attempt(lambda: parser(meta).parse_template(raw, mode=mode))
        except Failed as failed:
            return failed.answer
        messages = self.messages(made) if kind == 'api' and meta is not None and mode == 'gen' else None
        return {'result': canonical(made), **({} if messages is None else {'messages': canonical(messages)})}

    def messages(self, prompt):
        """What the chat endpoint is sent; None where its request cannot be built."""
        model = self.classes['VLLMCustomAPIChat'].__new__(self.classes['VLLMCustomAPIChat'])
        vars(model).update(generation_kwargs={}, response_anomaly_enabled=False, lora_data_map=None, model='', stream=False, logger=SILENT)
        output = types.SimpleNamespace()
        try:
            asyncio.run(model.get_request_body(copy.deepcopy(prompt), 1, output))
        except (TypeError, KeyError):
            return None
        return output.input


SILENT = types.SimpleNamespace(debug=lambda *_: None, warning=lambda *_: None)


def attempt(step):
    try:
        return step()
    except Exception as error:
        raise Failed(error) from error
