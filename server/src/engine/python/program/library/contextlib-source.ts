/** The module `contextlib`, as far as programs use it, in Python: run by our own interpreter. */
export const contextlibSource = `
import functools as _functools


class _GeneratorContext:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        try:
            return next(self.steps)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, error, trace):
        if kind is None:
            try:
                next(self.steps)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self.steps.throw(error)
        except StopIteration as stopped:
            return stopped is not error
        except BaseException as raised:
            if raised is not error:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


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
