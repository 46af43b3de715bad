"""What lm-evaluation-harness makes of one row of a task."""
import copy
import json

from task_framework import Rows

SEED = 1234


class TaskRenderer:
    def __init__(self, base):
        self.base = base

    def render(self, request):
        rows, mode, seen = request['rows'], request['mode'], []
        config = copy.deepcopy(request['config'])
        if mode.get('gen_prefix') is not None:
            config['gen_prefix'] = mode['gen_prefix']

        class Task(self.base):
            def download(self, *args, **kwargs):
                self.dataset = {split: Rows(copy.deepcopy(rows)) for split in ('train', 'validation', 'test')}

        try:
            task = Task(config=config)
            answer = self.prompt(task, request, mode, seen)
        except Exception as error:
            return {'error': f'{type(error).__name__}: {error}', 'fewshot_docs': seen}
        try:
            json.dumps(answer)
        except TypeError as error:
            return {'skipped': str(error)}
        return answer

    def prompt(self, task, request, mode, seen):
        task.set_fewshot_seed(SEED)
        draw = task.sampler.sample

        def sample(*args, **kwargs):
            drawn = draw(*args, **kwargs)
            seen.extend(drawn)
            return drawn

        task.sampler.sample = sample
        doc = task.task_docs[0]
        chats = []

        def template(messages, add_generation_prompt):
            chats.append({'messages': messages, 'add_generation_prompt': add_generation_prompt})
            return f'\0CHAT{len(chats) - 1}\0'

        chat = mode['apply_chat_template']
        context = task.fewshot_context(
            doc,
            num_fewshot=request['num_fewshot'],
            system_instruction=mode.get('system_instruction'),
            apply_chat_template=chat,
            fewshot_as_multiturn=mode['fewshot_as_multiturn'],
            chat_template=template if chat else None,
            gen_prefix=task.doc_to_prefix(doc),
        )
        made = task.construct_requests(doc=doc, ctx=context, metadata=('t', 0, 1), apply_chat_template=chat, chat_template=template if chat else None)
        instances = made if isinstance(made, list) else [made]
        answer = {'fewshot_docs': seen, 'context': None if chat else context}
        if chat:
            answer['chat'] = chats if task.multiple_input else chats[0]
        answer['requests'] = [request_json(instance, context) for instance in instances]
        if task.OUTPUT_TYPE == 'multiple_choice':
            answer['choices'] = task.doc_to_choice(doc)
        answer['target'] = task.doc_to_target(doc)
        answer['multiple_input'] = task.multiple_input
        answer['multiple_target'] = task.multiple_target
        return answer


def request_json(instance, context):
    arguments = instance.arguments
    before = arguments[0]
    return {
        'type': instance.request_type,
        'context': None if isinstance(context, str) and before == context else before,
        'continuation': arguments[1] if len(arguments) > 1 else None,
    }
