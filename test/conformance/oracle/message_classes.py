"""The model classes of OpenCompass and AISBench, without the libraries that they ask, and what each sends of a prompt."""
import asyncio
import importlib
import inspect
import json
import os
import pkgutil
import sys
import types

import aisbench_framework
import framework
from stand_ins import Sent, Thing, stand_in

LIBRARIES = [
    'IPython', 'PIL', 'accessory', 'aiohttp', 'anthropic', 'colorama', 'cv2', 'dashscope', 'datasets', 'evaluate', 'fastchat', 'google', 'httpx', 'jieba', 'litellm', 'llama', 'lmdeploy', 'mindiesd',
    'mixtralkit', 'modelscope', 'openai', 'qwen_vl_utils', 'ray', 'requests', 'sparkai', 'tencentcloud', 'tiktoken', 'torch', 'torch_npu', 'tqdm', 'transformers', 'urllib3', 'vllm', 'volcengine',
    'volcenginesdkarkruntime', 'websocket', 'zhipuai',
]
COMPLETIONS = 'chat.completions.create'
SENDING = [
    'requests.request', 'requests.post', 'requests.Session().request', f'openai.OpenAI().{COMPLETIONS}', 'openai.OpenAI().responses.create', 'anthropic.Anthropic().messages.create',
    'anthropic.Anthropic().completions.create', f'volcenginesdkarkruntime.Ark().{COMPLETIONS}', 'volcengine.maas.MaasService().chat', 'google.genai.Client().models.generate_content',
    'google.genai.Client().models.generate_content_stream', 'litellm.completion', 'dashscope.Generation.call', 'zhipuai.model_api.invoke', f'zhipuai.ZhipuAI().{COMPLETIONS}',
    'sparkai.llm.llm.ChatSparkLLM().generate', 'tencentcloud.hunyuan.v20230901.models.ChatCompletionsRequest().from_json_string', 'websocket.WebSocketApp().run_forever', 'lmdeploy.serve.openai.api_client.APIClient().completions_v1',
    'tokenizer.apply_chat_template', 'tokenizer.batch_encode_plus', 'tokenizer.encode', 'processor.apply_chat_template', 'model.chat', 'model.generate', 'pipe', 'generator.chat_completion',
]


class Words:
    """A tokenizer that takes texts only, as tiktoken's do."""

    def encode(self, text, disallowed_special=()):
        if not isinstance(text, str):
            raise TypeError(f"argument 'text': '{type(text).__name__}' object cannot be converted to 'PyString'")
        return text.split()


# What other libraries' names stand for.
CONSTANTS = {
    'anthropic.HUMAN_PROMPT': '\n\nHuman:', 'anthropic.AI_PROMPT': '\n\nAssistant:', 'volcengine.maas.ChatRole.USER': 'user', 'volcengine.maas.ChatRole.ASSISTANT': 'assistant',
    'lmdeploy.version_info': (0, 6, 0), 'tqdm.tqdm': lambda items, **_: items, 'tiktoken.encoding_for_model': lambda _: Words(),
}
# What a constructor must be given, of all classes together: each takes what it has a name for.
REQUIRED = {
    'path': 'some/model', 'key': 'a&&b', 'url': 'http://host/path', 'secretkey': 's', 'secret_key': 's', 'secret_id': 's', 'accesskey': 'a', 'access_key': 'a', 'token': 't', 'api_key': 'k', 'api_secret': 's',
    'appid': 'i', 'app_id': 'i', 'appkey': 'k', 'secret': 's', 'endpoint': 'e', 'endpoint_id': 'e', 'group_id': 'g', 'token_url': 'http://host/token', 'project_name': 'p', 'url_path': '/p', 'x_tilake_app_key': 'k',
    'x_tilake_app_secret': 's', 'x_tilake_ca_sginature_method': 'm', 'tokenizer_only': True, 'max_seq_len': 100000, 'model': 'served', 'parameters': {'stream': True}, 'tokenizer_path': 't', 'batch_padding': True, 'generation_kwargs': {},
}


def open_compass(sources):
    """The prompt classes by name; every class of `opencompass/models` by name; and why modules could not be imported."""
    prompt_classes = framework.load(sources)
    set_up()
    utils = sys.modules['opencompass.utils']
    utils.PromptList = prompt_classes['PromptList']
    sys.modules['opencompass.models.base_api'].TokenBucket.get_token = lambda _: None
    classes, missing = classes_below('opencompass.models')
    # Two modules have a class of this name; the package gives the latter.
    classes['Doubao'] = importlib.import_module('opencompass.models.doubao_api').Doubao
    classes['ERNIEBot']._generate_access_token = lambda _: ('', '')
    classes['PanGu']._get_token = lambda _: types.SimpleNamespace(status_code=201, headers={'X-Subject-Token': ''})
    for name in ('HuggingFacewithChatTemplate', 'VLLMwithChatTemplate', 'TurboMindModelwithChatTemplate'):
        classes[name]._get_potential_stop_words = lambda *_: []
    return prompt_classes, classes, missing


def chat_inferencer(sources):
    """OpenCompass's, whose packages would import all of the framework."""
    package = types.ModuleType('opencompass.openicl.icl_inferencer')
    package.__path__ = [os.path.join(sources, 'opencompass', 'openicl', 'icl_inferencer')]
    sys.modules[package.__name__] = package
    parsers = sys.modules['opencompass.models']
    for name in ('APITemplateParser', 'LMTemplateParser', 'BaseModel'):
        setattr(parsers, name, getattr(importlib.import_module(f"opencompass.models.{'base_api' if name.startswith('API') else 'base'}"), name))
    return importlib.import_module('opencompass.openicl.icl_inferencer.icl_chat_inferencer').ChatInferencer


def ais_bench(sources):
    """The same for AISBench's `models/`."""
    prompt_classes = aisbench_framework.load(sources)
    set_up()
    package = sys.modules['ais_bench.benchmark.models']
    package.LMTemplateParser = prompt_classes['LMTemplateParser']
    package.VLLMCustomAPI = importlib.import_module('ais_bench.benchmark.models.api_models.vllm_custom_api').VLLMCustomAPI
    classes, missing = classes_below('ais_bench.benchmark.models')
    for kind in list(classes.values()):
        for method in ('_get_potential_stop_words', '_get_service_model_path'):
            if hasattr(kind, method):
                setattr(kind, method, lambda *_: [])
    return prompt_classes, classes, missing


def set_up():
    stand_in(LIBRARIES, SENDING, CONSTANTS)
    device = types.ModuleType('mmengine.device')
    device.is_npu_available = lambda: False
    sys.modules['mmengine.device'] = device


def classes_below(package):
    """The framework's classes in all modules of a package, whether it imports them itself or not."""
    classes, missing = {}, {}
    for found in pkgutil.walk_packages(sys.modules[package].__path__, package + '.'):
        try:
            module = importlib.import_module(found.name)
        except Exception as error:
            missing[found.name] = f'{type(error).__name__}: {error}'
            continue
        for name, value in vars(module).items():
            if isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, 'parse_template'):
                classes[name] = classes[f'{module.__name__}.{name}'] = value
    return classes, missing


def make(kind, config):
    """The instance that the framework builds of a config's entry; libraries are stand-ins, required keywords that the entry lacks are made up."""
    settings = {key: value for key, value in config.items() if key not in ('type', 'abbr')}
    known = keywords(kind)
    made_up = {key: value for key, value in REQUIRED.items() if key in known}
    return kind(**{**made_up, **settings})


def keywords(kind):
    """What a constructor takes by name, and where it takes anything, what the next one does."""
    taken = {}
    for owner in kind.__mro__:
        if '__init__' not in vars(owner):
            continue
        own = inspect.signature(owner.__init__).parameters
        taken.update(own)
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in own.values()):
            break
    return taken


def send(model, prompt):
    """What the instance sends of a parsed prompt: a text, or messages as (role, content)."""
    if hasattr(model, 'get_request_body'):
        body = asyncio.run(model.get_request_body(prompt, 16, types.SimpleNamespace()))
        return {'text': prompt} if body.get('prompt') == [{'type': 'text', 'text': prompt}] else of_body(body)
    if not model.is_api:
        for name in ('tokenizer', 'processor', 'model', 'pipe', 'generator'):
            setattr(model, name, Thing(name))
        if hasattr(model, 'batch_padding'):
            model.tokenizer = Thing('tokenizer.encode')
    try:
        model.generate([prompt], max_out_len=16)
    except Sent as sent:
        return of_call(sent)
    raise LookupError(f'{type(model).__name__} sends nothing')


def of_call(sent):
    name, given = sent.name, sent.given
    if name.startswith('requests.'):
        return of_body(given['json'] if 'json' in given else json.loads(given['data']))
    if name.endswith('from_json_string'):
        return of_body(json.loads(sent.args[0]))
    if name == 'volcengine.maas.MaasService().chat':
        return of_body(sent.args[0])
    if name == 'sparkai.llm.llm.ChatSparkLLM().generate':
        return of_messages([message.given for message in sent.args[0][0]])
    if name == 'websocket.WebSocketApp().run_forever':
        return of_socket(sent.thing.given['on_open'])
    if name == 'model.chat':
        return of_messages([*given['history'], {'role': 'user', 'content': sent.args[1]}])
    if name == 'generator.chat_completion':
        return of_messages(sent.args[0][0])
    if name == 'tokenizer.apply_chat_template':
        return of_messages(sent.args[0])
    if name == 'processor.apply_chat_template':
        return of_messages(sent.args[0][0])
    if sent.args:
        return of_prompt(sent.args[0])
    return of_body(given)


def of_socket(on_open):
    frames = []
    on_open(types.SimpleNamespace(send=frames.append))
    return of_messages(json.loads(frames[0])['payload']['message']['text'])


def of_prompt(prompt):
    """A text, alone or as the only one of a batch."""
    return {'text': prompt[0] if isinstance(prompt, list) and len(prompt) == 1 else prompt}


def of_body(body):
    """A request: who has a word for it has it under another name."""
    for key in ('messages', 'Messages', 'contents', 'input', 'text'):
        if key in body:
            return of_messages([*system_of(body), *body[key]])
    for key in ('prompt', 'prompts', 'inputs', 'text_input'):
        if key in body:
            return of_list(body[key])
    raise LookupError(f'nothing is known in {list(body)}')


def of_list(prompt):
    """Messages or, without roles, the parts of one; else a text."""
    if not isinstance(prompt, list) or not all(isinstance(item, dict) for item in prompt):
        return of_prompt(prompt)
    return of_messages([{'content': prompt}] if prompt and all('type' in item for item in prompt) else prompt)


def system_of(body):
    """What a service takes beside the messages."""
    config = body.get('config')
    text = body['system'] if 'system' in body else config.given.get('system_instruction') if config is not None else None
    return [] if text is None else [{'role': 'system', 'content': text}]


def of_messages(messages):
    return {'messages': [{'role': first(item, 'role', 'Role', 'sender_type') or '', 'content': content_of(item)} for item in messages]}


def content_of(item):
    parts = item.get('parts')
    return parts[0]['text'] if parts else first(item, 'content', 'Content', 'text')


def first(item, *keys):
    return next((item[key] for key in keys if key in item), None)
