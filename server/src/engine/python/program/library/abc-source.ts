/** The module `abc`, in Python: run by our own interpreter, which looks for what is abstract where it makes an object. */
export const abcSource = `
def abstractmethod(f):
    f.__isabstractmethod__ = True
    return f


class ABCMeta:
    pass


class ABC:
    pass
`;
