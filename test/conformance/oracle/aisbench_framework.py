"""The prompt classes of AISBench: those that are installed, or those of a checkout without what they import beside themselves."""
import importlib
import logging
import os
import sys

import framework
from framework import Library, bare_packages, stand_in_for_libraries

PACKAGE = 'ais_bench.benchmark'
# Packages whose `__init__` would import all of the framework.
BARE = ['openicl', 'openicl.icl_inferencer', 'openicl.icl_inferencer.output_handler', 'models', 'models.api_models', 'models.local_models', 'utils', 'utils.core']
# Modules that the parsers' files import and that no prompt depends on.
UNUSED = ['models.output', 'openicl.icl_inferencer.output_handler.ppl_inferencer_output_handler']


def load(sources=None):
    """The classes by name. `sources`: the folder that holds `ais_bench`, used in place of an installed package."""
    if sources:
        sys.path.insert(0, sources)
        # mmengine's registry logs what it builds, and its logger asks `torch` for its devices when it is made: before something stands in for that.
        importlib.import_module('mmengine.logging').MMLogger.get_current_instance()
        stand_in_for_libraries(['aiohttp', 'PIL', 'numpy', 'colorama'])
        bare_packages(PACKAGE, BARE, os.path.join(sources, *PACKAGE.split('.')))
        for name in UNUSED:
            sys.modules[f'{PACKAGE}.{name}'] = Library(f'{PACKAGE}.{name}')
    silence()
    classes = find('openicl.icl_dataset_reader', 'DatasetReader')
    classes.update(find('openicl.icl_prompt_template', 'PromptTemplate', 'MMPromptTemplate', 'MultiTurnPromptTemplate'))
    classes.update(find('openicl.icl_retriever', 'ZeroRetriever', 'FixKRetriever'))
    classes.update(find('models.local_models.base', 'BaseModel', 'LMTemplateParser'))
    sys.modules[f'{PACKAGE}.models'].BaseModel = classes['BaseModel']
    classes.update(find('models.api_models.base_api', 'APITemplateParser', 'BaseAPIModel'))
    for name in ('APITemplateParser', 'BaseAPIModel'):
        setattr(sys.modules[f'{PACKAGE}.models'], name, classes[name])
    classes.update(find('models.api_models.vllm_custom_api_chat', 'VLLMCustomAPIChat'))
    return classes


def find(module, *names):
    return framework.find(module, *names, package=PACKAGE)


def silence():
    """Its loggers write to the standard output."""
    logging.disable(logging.CRITICAL)
