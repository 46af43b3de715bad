"""Python values in the goldens' conventions (docs/batch.md), which JSON can hold."""
import math
import re
import types

PLAIN_KEY = re.compile(r'^(?!\$|__proto__$|-?[0-9]+$)', re.S)
SAFE_INT = 2 ** 53


def canonical(value, tuples=None, where='', open_ids=()):
    """The value for `json.dumps`; the places of tuples are added to `tuples`."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < SAFE_INT else {'$int': str(value)}
    if isinstance(value, float):
        return value if math.isfinite(value) else {'$float': str(value)}
    if id(value) in open_ids:
        return {'$repr': 'cycle'}
    deeper = (*open_ids, id(value))
    if isinstance(value, (list, tuple)):
        if isinstance(value, tuple) and tuples is not None:
            tuples.append(where)
        return [canonical(item, tuples, f'{where}/{i}', deeper) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return of_dict(value, tuples, where, deeper)
    if isinstance(value, (set, frozenset)):
        return {'$set': [canonical(item) for item in value]}
    return of_object(value)



def decode(value):
    """The Python value of what JSON has no word for, as a request holds it."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if '$dict' in value:
        return {decode(key): decode(item) for key, item in value['$dict']}
    if '$int' in value:
        return int(value['$int'])
    if '$float' in value:
        return float(value['$float'])
    return {key: decode(item) for key, item in value.items()}


def of_dict(value, tuples, where, open_ids):
    # `dict.items`: a ConfigDict's own would build what is imported lazily.
    items = list(dict.items(value))
    converted = [(key, canonical(item, tuples, f'{where}/{key}', open_ids)) for key, item in items]
    if all(isinstance(key, str) and PLAIN_KEY.match(key) for key, _ in items):
        return dict(converted)
    return {'$dict': [[canonical(key), item] for key, item in converted]}


def of_object(value):
    kind = type(value).__name__
    if kind == 'LazyObject':
        module = value.module if isinstance(value.module, str) else '.'.join(value.module)
        return {'$ref': f'{module}.{value._imported}'} if value._imported is not None else {'$ref': module, '$kind': 'module'}
    if kind == 'LazyAttr':
        return {'$ref': f'{value.module}.{value.name}'}
    if isinstance(value, types.ModuleType):
        return {'$ref': value.__name__, '$kind': 'module'}
    if isinstance(value, type):
        return {'$ref': f'{value.__module__}.{value.__qualname__}', '$kind': 'class'}
    if isinstance(value, types.FunctionType):
        # A config's own functions say that they are of `builtins`.
        own = value.__module__ in (None, 'builtins')
        return {'$ref': value.__qualname__ if own else f'{value.__module__}.{value.__qualname__}', '$kind': 'function'}
    if isinstance(value, types.BuiltinFunctionType):
        return {'$ref': f'{value.__module__}.{value.__qualname__}', '$kind': 'builtin'}
    kind = type(value)
    return {'$repr': re.sub(r' at 0x[0-9a-f]+', '', f'{kind.__module__}.{kind.__qualname__}: {value!r}')}

