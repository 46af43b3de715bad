"""Libraries that are not there: whatever is asked of them is there too, and a call that would leave the machine says what it would send."""
import importlib.abc
import importlib.machinery
import sys
import types


class Sent(BaseException):
    """What a call would send. No `except Exception` of the framework holds it up."""

    def __init__(self, thing, args, given):
        super().__init__(thing.name)
        self.thing, self.name, self.args, self.given = thing, thing.name, args, given


class Thing:
    """A class, function or object of such a library. `given`: the keywords that it, or what it is part of, was made with."""
    sending = frozenset()
    constants = {}

    def __init__(self, name, *_, given=None, **__):
        self.__dict__.update(name=name, given=given or {}, errors={})

    def __getattr__(self, attribute):
        if attribute.startswith('__'):
            raise AttributeError(attribute)
        name = f'{self.name}.{attribute}'
        if name in Thing.constants:
            return Thing.constants[name]
        if attribute.endswith(('Error', 'Exception', 'Timeout')):
            return self.errors.setdefault(attribute, type(attribute, (Exception,), {}))
        return Thing(name, given=self.given)

    def __call__(self, *args, **given):
        if self.name in Thing.sending:
            raise Sent(self, args, given)
        return Thing(f'{self.name}()', given=given)

    def __getitem__(self, _):
        return Thing(f'{self.name}[]')

    def __setitem__(self, *_):
        pass

    def __len__(self):
        return 1

    def __contains__(self, _):
        return True

    def __iter__(self):
        return iter(())


class Library(types.ModuleType):
    __path__ = []

    def __getattr__(self, attribute):
        return getattr(Thing(self.__name__), attribute)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the named libraries and all that would be in them, before any that are installed."""

    def __init__(self, names):
        self.names = frozenset(names)

    def find_spec(self, name, _path=None, _target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split('.')[0] in self.names else None

    def create_module(self, spec):
        return Library(spec.name)

    def exec_module(self, module):
        pass


def stand_in(names, sending=(), constants=()):
    """Puts a stand-in in the place of each library. `sending`: the calls that send, by their full names."""
    Thing.sending = Thing.sending | frozenset(sending)
    Thing.constants = {**Thing.constants, **dict(constants)}
    for loaded in [module for module in sys.modules if module.split('.')[0] in names]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, Finder(names))
