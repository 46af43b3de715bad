"""What the installed mmengine makes of a config: the answer to an `evaluate` request of docs/batch.md, in the goldens' shape."""
import os
import shutil
import sys
import tempfile

from canonical import canonical


def evaluate(request):
    if 'files' not in request:
        # As the command line does: paths are relative to the root, from which the framework is started.
        os.chdir(request['root'])
        return load(request['path'])
    folder = tempfile.mkdtemp(prefix='preflight-oracle-')
    try:
        for name, text in request['files'].items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
        return load(os.path.join(folder, request['main']))
    finally:
        shutil.rmtree(folder)


def know_the_standard_library():
    """In a virtual environment mmengine 0.10 takes the standard library's modules for foreign ones; 0.11 and a Python of its own do not."""
    from mmengine.config import config, utils
    if not utils._is_builtin_module('json'):
        config._is_builtin_module = utils._is_builtin_module = is_builtin_module


def is_builtin_module(name):
    return name.startswith('mmengine.config') or name.split('.')[0] in sys.stdlib_module_names


def type_of(error):
    """What mmengine 0.10 takes from setuptools where a package is not installed, 0.11 takes from the standard library."""
    name = type(error).__name__
    return 'PackageNotFoundError' if name == 'DistributionNotFound' else name


def load(path):
    from mmengine.config import Config
    know_the_standard_library()
    try:
        config = Config.fromfile(path, format_python_code=False)
        lazy = Config._is_lazy_import(path)
    except (Exception, SystemExit) as error:  # What it raises is the answer.
        return {'ok': False, 'error': f'{type_of(error)}: {error}'}
    names = dict(dict.items(config._cfg_dict))
    imported = set(config._imported_names)
    tuples = []
    value = canonical({key: item for key, item in names.items() if key not in imported}, tuples)
    hidden = canonical({key: names[key] for key in sorted(imported & set(names))})
    return {'ok': True, 'lazy_import': lazy, 'value': value, 'hidden': hidden, 'tuple_paths': tuples}
