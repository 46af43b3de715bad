/** The module `contextlib`, as far as programs use it, in Python: run by our own interpreter. */
export const contextlibSource = `
import functools as _functools


class _GeneratorContext:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return next(self.steps)

    def __exit__(self, kind, error, trace):
        if kind is None:
            next(self.steps, None)
            return False
        return self.steps.throw(error)


def contextmanager(f):
    @_functools.wraps(f)
    def helper(*args, **kwargs):
        return _GeneratorContext(f(*args, **kwargs))
    return helper


class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        pass

    def __exit__(self, kind, error, trace):
        return kind is not None and isinstance(error, self.kinds)


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *given):
        pass


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *given):
        self.thing.close()
`;
