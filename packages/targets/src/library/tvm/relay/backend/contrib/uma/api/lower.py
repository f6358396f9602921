"""How a backend's operators are lowered; nothing of it runs here."""


class UMALower:
    def __init__(self, target_name):
        self.target_name = target_name
        self._operator_strategies = []
        self._tir_passes = []

    def register(self):
        pass
