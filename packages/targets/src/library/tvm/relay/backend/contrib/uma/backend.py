"""What files derive their backends from."""
from abc import ABC, abstractmethod

from tvm.relay.backend.contrib.uma.api.codegen import UMACodegen
from tvm.relay.backend.contrib.uma.api.lower import UMALower
from tvm.relay.backend.contrib.uma.api.partitioner import UMAPartitioner


class UMABackend(ABC):
    def __init__(self, merge_compiler_regions=True):
        self._target_attrs = {}
        self._target_preprocessor = None
        self._relay_to_relay = UMAPartitioner(self.target_name, merge_compiler_regions)
        self._relay_to_tir = UMALower(self.target_name)
        self._tir_to_runtime = UMACodegen(self.target_name)

    @property
    @abstractmethod
    def target_name(self):
        """The name of the target."""

    def _register_target_attr(self, name, default=""):
        self._target_attrs[name] = default

    def _register_relay_pass(self, phase, relay_pass):
        self._relay_to_relay._relay_passes.append((phase, relay_pass))

    def _register_pattern(self, name, pattern, predicate=None):
        self._relay_to_relay.add_pattern(name, pattern, predicate)

    def _register_operator_strategy(self, op, strategy, plevel=11):
        self._relay_to_tir._operator_strategies.append((op, strategy, plevel))

    def _register_tir_pass(self, phase, tir_pass):
        self._relay_to_tir._tir_passes.append((phase, tir_pass))

    def _register_codegen(self, fmt="c", **kwargs):
        self._tir_to_runtime._register_codegen(fmt, **kwargs)

    def register(self):
        for attr in self._target_attrs.values():
            if attr is None:
                raise ValueError("Target attribute None is not supported.")
        self._relay_to_relay.register()
        self._relay_to_tir.register()
        self._tir_to_runtime.register()

    def partition(self, mod, params=None):
        return self._relay_to_relay.partition(mod, params)
