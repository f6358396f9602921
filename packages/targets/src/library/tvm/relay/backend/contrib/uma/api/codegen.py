"""How a backend's code is made; nothing of it runs here."""


class UMACodegen:
    def __init__(self, target_name):
        self.target_name = target_name

    def _register_codegen(self, fmt="c", includes=None, **kwargs):
        if fmt != "c":
            raise RuntimeError(f'Unsupported codegen format "{fmt}"')
        self._register_c_codegen(includes, **kwargs)

    def _register_c_codegen(self, includes=None):
        pass

    def register(self):
        pass
