/** The Universal Modular Accelerator interface. Follows python/tvm/relay/backend/contrib/uma. */
export const umaUtilsSource = `"""When a pass of a backend runs."""
from enum import Enum, auto


class PassPhase(Enum):
    PRE_PARTITIONING = auto()
    POST_PARTITIONING_0 = auto()
    POST_PARTITIONING_1 = auto()
    TIR_PHASE_0 = auto()
    TIR_PHASE_1 = auto()
    TIR_PHASE_2 = auto()
    TIR_PHASE_3 = auto()


def uma_available():
    return False
`;

export const umaPartitionerSource = `"""What a backend takes, and the passes around it."""
import tvm
from tvm import relay
from tvm.relay.backend.contrib.uma.api.utils import PassPhase
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op.contrib.register import register_pattern_table


class UMAPartitioner:
    def __init__(self, target_name, merge_compiler_regions=True):
        self.target_name = target_name
        self.merge_compiler_regions = merge_compiler_regions
        self._relay_passes = []
        self._patterns = []

    def add_pattern(self, name, pattern, predicate=None):
        entry = (self.target_name + "." + name, pattern)
        self._patterns.append(entry + (predicate,) if predicate else entry)

    def _pattern_table(self):
        return self._patterns

    def register(self):
        register_pattern_table(self.target_name, self._pattern_table)

    def _passes_of(self, phase):
        return [made for when, made in self._relay_passes if when == phase]

    def partition(self, mod, params=None):
        if params:
            mod["main"] = bind_params_by_name(mod["main"], params)
        steps = self._passes_of(PassPhase.PRE_PARTITIONING)
        steps += [relay.transform.MergeComposite(self._pattern_table()), relay.transform.AnnotateTarget(self.target_name)]
        if self.merge_compiler_regions:
            steps.append(relay.transform.MergeCompilerRegions())
        steps.append(relay.transform.PartitionGraph())
        mod = tvm.transform.Sequential(steps + self._passes_of(PassPhase.POST_PARTITIONING_0))(mod)
        for gvar, func in mod.functions.items():
            mod.update_func(gvar, relay.transform.Defunctionalization(func, mod))
        return tvm.transform.Sequential(self._passes_of(PassPhase.POST_PARTITIONING_1))(mod)
`;

export const umaLowerSource = `"""How a backend's operators are lowered; nothing of it runs here."""


class UMALower:
    def __init__(self, target_name):
        self.target_name = target_name
        self._operator_strategies = []
        self._tir_passes = []

    def register(self):
        pass
`;

export const umaCodegenSource = `"""How a backend's code is made; nothing of it runs here."""


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
`;

export const umaBackendSource = `"""What files derive their backends from."""
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
`;
