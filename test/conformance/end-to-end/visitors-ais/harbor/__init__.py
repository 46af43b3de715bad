from .loaders import *  # noqa: F401, F403
