"""What a framework's own model classes send of a case: the answer to a `render` request with `models`, of docs/batch.md."""
import copy
import types

from canonical import canonical, decode
from message_classes import make, send


class MessagesRenderer:

    def __init__(self, renderer, classes, missing, chat=None):
        """`renderer`: makes the prompts; `classes`: the model classes by name; `missing`: why others could not be imported; `chat`: the class of the chat inferencer."""
        self.renderer, self.classes, self.missing, self.chat = renderer, classes, missing, chat
        renderer.prompt = self.prompt

    def render(self, case):
        return self.conversation(decode(case)) if case['inferencer']['mode'] == 'chat' else self.renderer.render(case)

    def conversation(self, case):
        """What the chat inferencer asks last."""
        inferencer = self.chat.__new__(self.chat)
        try:
            retriever = self.renderer.retriever(case, self.renderer.dataset(case))
            template = case['prompt_template'] and self.renderer.template(case['prompt_template'])
            chat = inferencer.get_chat_list([[]], types.SimpleNamespace(dataset_reader=retriever.dataset_reader, test_ds=retriever.test_ds), template)[0]
        except Exception as error:
            return {'error': f'{type(error).__name__}: {error}', 'stage': 'prompt'}
        answers = [i for i, item in enumerate(chat) if item['role'] == 'assistant']
        sent = [self.sent(model, chat[:answers[-1]] if answers else None, inferencer._set_meta_template) for model in case['models']]
        return {'prompts': [{'label': None, 'sent': sent}]}

    def prompt(self, case, label, raw, _mode):
        return {'label': canonical(label), 'sent': [self.sent(model, raw) for model in case['models']]}

    def sent(self, config, prompt, prepare=lambda _: None):
        kind = self.classes.get(config['type'])
        if kind is None:
            return {'type': config['type'], 'skipped': f"{config['type']} is in no module that could be imported: {self.missing}"}
        stage = 'meta'
        try:
            model = make(kind, copy.deepcopy(config))
            prepare(model)
            stage = 'parse'
            if prompt is None:
                raise IndexError('the conversation has no answer')
            parsed = model.parse_template(copy.deepcopy(prompt), mode='gen')
            return {'type': config['type'], **texts_only(send(model, parsed))}
        except Exception as error:
            return {'type': config['type'], 'error': f'{type(error).__name__}: {error}', 'stage': stage}


def texts_only(sent):
    """What a preview shows of it: of parts the texts and addresses, a line each."""
    if 'text' in sent:
        return sent if isinstance(sent['text'], str) else {'skipped': 'what a library makes of messages in place of a text is its own affair'}
    return {'messages': [{'role': canonical(item['role']), 'content': text_of(item['content'])} for item in sent['messages']]}


def text_of(content):
    if isinstance(content, str):
        return content
    return '\n'.join(text for part in content for text in texts_in(part)) if isinstance(content, list) else ''


def texts_in(part):
    if isinstance(part, str):
        return [part]
    return [text for key, value in part.items() if key != 'type' for text in texts_in(value)] if isinstance(part, dict) else []
