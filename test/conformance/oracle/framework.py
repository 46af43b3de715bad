"""The prompt classes of OpenCompass: those that are installed, or those of a checkout without what they import beside themselves."""
import importlib
import importlib.util
import logging
import os
import sys
import types

# Libraries that the prompt classes' files import and that no prompt depends on.
HEAVY = ['torch', 'datasets', 'transformers', 'tqdm', 'evaluate', 'requests']
PACKAGES = ['openicl', 'openicl.icl_retriever', 'openicl.utils', 'models', 'utils']


class Rows(list):
    """The rows of a split, as `datasets.Dataset` gives them: by number a row, by name a column."""

    def __getitem__(self, index):
        return [row[index] for row in self] if isinstance(index, str) else super().__getitem__(index)


def load(sources=None):
    """The classes by name. `sources`: a checkout, used in place of an installed package."""
    if sources:
        sys.path.insert(0, sources)
        stand_in_for_libraries()
        bare_packages('opencompass', PACKAGES, os.path.join(sources, 'opencompass'))
        silence()
    classes = find('openicl.icl_prompt_template', 'PromptTemplate')
    # Releases before 0.5.3 have none.
    if importlib.util.find_spec('opencompass.openicl.icl_raw_prompt_template'):
        classes.update(find('openicl.icl_raw_prompt_template', 'RawPromptTemplate'))
    classes.update(find('openicl.icl_dataset_reader', 'DatasetReader'))
    base = importlib.import_module('opencompass.openicl.icl_retriever.icl_base_retriever').BaseRetriever
    importlib.import_module('opencompass.openicl.icl_retriever').BaseRetriever = base
    classes.update(find('openicl.icl_retriever.icl_zero_retriever', 'ZeroRetriever'))
    classes.update(find('openicl.icl_retriever.icl_fix_k_retriever', 'FixKRetriever'))
    classes.update(find('models.base', 'LMTemplateParser'))
    classes.update(find('models.base_api', 'APITemplateParser'))
    classes.update(find('utils.prompt', 'PromptList'))
    return classes


def find(module, *names, package='opencompass'):
    imported = importlib.import_module(f'{package}.{module}')
    return {name: getattr(imported, name) for name in names}


def stand_in_for_libraries(more=()):
    """Each library that is not installed becomes an empty one; `datasets` gets the two classes that a reader asks for. `more`: beside those of HEAVY."""
    # Before there is a `torch`: mmengine looks for it, and takes what it finds for the real one.
    for module in ('mmengine.config', 'mmengine.registry'):
        importlib.import_module(module)
    if importlib.util.find_spec('torch') is None:
        distributed = Library('mmengine.dist')
        distributed.is_main_process = lambda: True
        sys.modules['mmengine'].dist = sys.modules['mmengine.dist'] = distributed
    # Found out before the first stands in: an installed library that needs another of them is of no use without it.
    missing = [name for name in (*HEAVY, *more) if importlib.util.find_spec(name) is None]
    if 'torch' in missing and 'transformers' not in missing:
        missing.append('transformers')
    # It looks for the others when it is loaded, and takes what it finds for the real ones.
    if 'datasets' not in missing:
        importlib.import_module('datasets')
    for name in missing:
        sys.modules[name] = Library(name)
        sys.modules[f'{name}.distributed'] = Library(f'{name}.distributed')
    if isinstance(sys.modules.get('datasets'), Library):
        sys.modules['datasets'].Dataset = Rows
        sys.modules['datasets'].DatasetDict = type('DatasetDict', (dict,), {})


class Library(types.ModuleType):
    """Any name of it is a class or function that does nothing; `trange(n)` counts all the same."""
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return range_of if name == 'trange' else Anything(name, (), {'__init__': do_nothing})


class Anything(type):
    """A class whose attributes are such classes."""

    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Anything(name, (), {'__init__': do_nothing})


def do_nothing(*_, **__):
    pass


def range_of(count, **_):
    return range(count)


def bare_packages(package, names, folder):
    """Packages whose `__init__` would import all of the framework: their modules are found, and nothing else is run."""
    for name in names:
        module = types.ModuleType(f'{package}.{name}')
        module.__path__ = [os.path.join(folder, *name.split('.'))]
        sys.modules[module.__name__] = module


def silence():
    silent = logging.getLogger('opencompass-oracle')
    silent.disabled = True
    for name in ('utils', 'utils.logging', 'openicl.utils.logging'):
        module = sys.modules.setdefault(f'opencompass.{name}', types.ModuleType(f'opencompass.{name}'))
        module.get_logger = lambda *_, **__: silent
