import importlib


class _Spec:
    def __init__(self, name):
        self.name = name


def find_spec(name, package=None):
    try:
        importlib.import_module(name, package)
    except ModuleNotFoundError:
        if "." in name:
            importlib.import_module(name.rpartition(".")[0], package)
        return None
    return _Spec(name)
