/**
 * The reference's own targets, as programs see them: what their Python registers is there without an import. It is
 * loaded where a program first asks for it.
 */
import { keptIn } from "@relayscope/ir";
import { hostFunction, PyList, PyModule, type Runtime, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { keptRegistry, type OwnTarget, stateOf } from "../host/state.ts";
import { tableModule } from "../load/tableModule.ts";
import { elementsOf } from "../objects/sequences.ts";

/** Targets whose tables the reference itself registers. */
const tabled: ReadonlySet<string> = new Set(["arm_compute_lib", "bnns", "clml", "cublas", "cudnn", "cutlass", "dnnl", "mrvl", "tensorrt"]);

/** Targets whose rules the reference itself registers. */
const ruled: ReadonlySet<string> = new Set(["arm_compute_lib", "bnns", "coremlcompiler", "dnnl", "mrvl"]);

/** The table that a file registered, else the one of the reference's own targets; None where there is neither. */
export function patternTable(m: Runtime, compiler: string): Value {
  const registered = stateOf(m).tables.get(compiler);
  if (registered !== undefined || !tabled.has(compiler)) return registered ?? null;
  return ownTable(m, compiler, `get_pattern_table("${compiler}")`);
}

function ownTable(m: Runtime, compiler: string, part: string): Value {
  const { table } = ownTarget(m, compiler);
  if (table === undefined) throw new NotBuilt(part);
  return table;
}

/** The rules of a target by operator: those that the program registered, else those of the reference's own target. */
export function rulesUnder(m: Runtime, target: string): ReadonlyMap<string, Value> {
  const registered = stateOf(m).attributes.under(`target.${target}`);
  return registered.size === 0 && ruled.has(target) ? ownTarget(m, target).rules : registered;
}

/** What the reference registers for a target of that name; undefined if it has none. */
export function referenceTarget(m: Runtime, name: string): OwnTarget | undefined {
  return tabled.has(name) || ruled.has(name) ? ownTarget(m, name) : undefined;
}

/** What the Python of a target of the reference registers. Nothing of it stays registered. */
function ownTarget(m: Runtime, compiler: string): OwnTarget {
  const state = stateOf(m);
  return keptIn(state.ownTargets, compiler, () => {
    const restore = keptRegistry(state);
    const key = `target.${compiler}`;
    for (const operator of state.attributes.under(key).keys()) state.attributes.restore(operator, key);
    state.tables.delete(compiler);
    try {
      const module = m.importModule(tableModule(compiler), { isGuarded: true });
      return { module, table: state.tables.get(compiler), rules: state.attributes.under(key) };
    } finally {
      restore();
    }
  });
}

/** What the library's own Python uses of the reference's targets. */
export const ownTargetMembers: Readonly<Record<string, Value>> = {
  // The module of a target, in Relayscope's own words.
  target_module: hostFunction("target_module", "name", (m, name = null) => {
    const { module } = ownTarget(m, String(name));
    return module instanceof PyModule ? module : null;
  }),
  // Its table, in a list of its own.
  target_table: hostFunction("target_table", "name", (m, name = null) => {
    return new PyList([...(elementsOf(ownTable(m, String(name), `tvm.relay.op.contrib.${String(name)}.pattern_table(...)`)) ?? [])]);
  }),
  unsupported: hostFunction("unsupported", "part", (_m, part = null) => {
    throw new NotBuilt(String(part));
  }),
};
