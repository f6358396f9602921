"""What a backend takes, and the passes around it."""
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
