/**
 * The modules of the compiler that files import: their members in code, and the Python that defines more, in files next
 * to this one. A name that a module lacks is looked up in other modules, as modules of the reference import names from
 * one another.
 */
/// <reference types="vite/types/importMeta.d.ts" />
import { operators as operatorTable } from "@relayscope/ops";
import { asFunctionOf, PyBuiltin, textsByModule, type Value } from "@relayscope/python";
import { analysisMembers, analysisParts, equalityMembers, mismatchMembers } from "../natives/analysis.ts";
import { bindingMembers } from "../natives/binding.ts";
import { constantMembers } from "../natives/constants.ts";
import { libraryMembers } from "../natives/library.ts";
import { lowLevelMembers, lowLevelParts } from "../natives/lowLevel.ts";
import { operatorLists } from "../natives/operatorLists.ts";
import { ownTargetMembers } from "../natives/ownTargets.ts";
import { jsonMembers, parsingMembers } from "../natives/parsing.ts";
import { registryMembers } from "../natives/registry.ts";
import { rewritingMembers } from "../natives/rewriting.ts";
import { targetMembers } from "../natives/targets.ts";
import { typingMembers } from "../natives/typing.ts";
import { withFieldsMembers } from "../natives/withFields.ts";
import { adtMembers } from "../objects/adtObjects.ts";
import { attrsClass, attrsClasses, classOfStruct } from "../objects/attrsObjects.ts";
import { arrayClass, mapClass } from "../objects/containers.ts";
import { deviceMembers } from "../objects/deviceObjects.ts";
import { errorClasses, tvmErrorClass } from "../objects/errors.ts";
import { baseFuncClass, exprClass, exprWithOpClass, relayExprClass } from "../objects/exprHolder.ts";
import { functionWithFields } from "../objects/functionObjects.ts";
import { laterTensors } from "../objects/laterTensors.ts";
import { moduleClass } from "../objects/moduleObjects.ts";
import { baseExprClass, irNodeClass } from "../objects/nodeClasses.ts";
import { packedFunctionClass } from "../objects/packedFunctions.ts";
import { patternMembers } from "../objects/patternObjects.ts";
import { primClasses, primExprClass } from "../objects/primObjects.ts";
import { spanMembers } from "../objects/spanObjects.ts";
import { tensorMembers } from "../objects/tensorObjects.ts";
import { tvmObjectClass } from "../objects/tvmObject.ts";
import { relayTypeMembers, typeClasses } from "../objects/typeObjects.ts";
import { builtInPasses, namedPass } from "../passes/builtIn.ts";
import { contextMembers } from "../passes/contexts.ts";
import { passMembers } from "../passes/passObjects.ts";
import { isImportedAlone } from "./referenceModules.ts";

/** What a module has in code. One that has nothing there is a file alone, and not in the table. */
interface InCode {
  readonly members?: Readonly<Record<string, Value>>;
  /** Whether it is a target's, so that a file of the user that has its place is what the import finds. */
  readonly isTarget?: boolean;
  /** Modules in which a name is looked for that it lacks itself, in order. */
  readonly from?: readonly string[];
}

/** One module. */
export interface LibraryModule extends InCode {
  /** Python that defines more of it: a file of its name, in TVM's folders. */
  readonly source?: string | undefined;
}

/** The expressions' classes as `tvm.relay` has them. */
const nodeMembers: Readonly<Record<string, Value>> = {
  Expr: relayExprClass,
  GlobalVar: exprClass("GlobalVar"),
  Constant: exprClass("Constant"),
  Tuple: exprClass("Tuple"),
  Var: exprClass("Var"),
  Call: exprClass("Call"),
  Let: exprClass("Let"),
  If: exprClass("If"),
  TupleGetItem: exprClass("TupleGetItem"),
  RefCreate: exprClass("RefCreate"),
  RefRead: exprClass("RefRead"),
  RefWrite: exprClass("RefWrite"),
};

const exprMembers: Readonly<Record<string, Value>> = { ...nodeMembers, RelayExpr: relayExprClass, ExprWithOp: exprWithOpClass };

const functionMembers = { Function: exprClass("Function"), FunctionWithFields: functionWithFields, BaseFunc: baseFuncClass };

/** Some members of a record. */
function pick(members: Readonly<Record<string, Value>>, ...names: readonly string[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name) => [name, members[name] ?? null]));
}

/** The classes of operators' attributes. */
function structMembers(): Readonly<Record<string, Value>> {
  const classes = [...operatorTable.names()].flatMap((name) => {
    const struct = operatorTable.get(name)?.attrs;
    return struct ? [classOfStruct(struct.name)] : [];
  });
  return Object.fromEntries(classes.filter((cls) => cls.isSubclassOf(attrsClass)).map((cls) => [cls.name, cls]));
}

const registering = pick(registryMembers, "register_func", "register_object", "get_global_func");
const operators = { Op: exprClass("Op"), ...pick(registryMembers, "register_op_attr") };
const tables = pick(registryMembers, "register_pattern_table", "get_pattern_table");
const makeNode = pick(libraryMembers, "make_node");
const containers = { Array: arrayClass, Map: mapClass };
const irExprs = { ...pick(exprMembers, "GlobalVar", "RelayExpr"), BaseExpr: baseExprClass, PrimExpr: primExprClass };
const passes = pick(passMembers, "Pass", "ModulePass", "Sequential", "PassInfo");
const numbers = { ...primClasses, PrimExpr: primExprClass };

const compiler: Readonly<Record<string, InCode>> = {
  tvm: {
    members: { ...registering, TVMError: tvmErrorClass, IRModule: moduleClass, Object: tvmObjectClass, __version__: "0.19.0" },
    from: ["tvm.runtime.ndarray", "tvm.ir", "tvm._ffi.runtime_ctypes"],
  },
  "tvm._library": {
    members: {
      ...lowLevelParts,
      ...exprMembers,
      ...functionMembers,
      ...typeClasses,
      ...relayTypeMembers,
      ...adtMembers,
      ...passMembers,
      ...contextMembers,
      ...rewritingMembers,
      ...tensorMembers,
      ...libraryMembers,
      ...analysisParts,
      ...builtInPasses,
      ...ownTargetMembers,
      ...operatorLists,
      later_tensors: laterTensors,
      named_pass: namedPass,
      ...pick(registryMembers, "register_op_attr"),
      ...containers,
      ...pick(numbers, "IntImm", "PrimExpr"),
    },
  },
  "tvm.error": { members: errorClasses },
  "tvm._ffi": { members: { ...registering, ...pick(registryMembers, "_init_api") }, from: ["tvm._ffi.base"] },
  "tvm._ffi.base": { members: { TVMError: tvmErrorClass } },
  "tvm._ffi.registry": { members: { ...registering, ...pick(registryMembers, "remove_global_func") } },
  "tvm.runtime": {
    members: {
      Object: tvmObjectClass,
      PackedFunc: packedFunctionClass,
      ...pick(libraryMembers, "convert", "String", "enabled"),
      ...pick(lowLevelMembers, "const"),
    },
    from: ["tvm.runtime.ndarray", "tvm._ffi.runtime_ctypes"],
  },
  "tvm.runtime.container": { members: pick(libraryMembers, "String") },
  "tvm.runtime.packed_func": { members: { PackedFunc: packedFunctionClass } },
  "tvm.runtime.object": { members: { Object: tvmObjectClass } },
  "tvm.runtime.ndarray": { members: { ...tensorMembers, ...deviceMembers } },
  "tvm.ir": {
    members: {
      ...typeClasses,
      ...attrsClasses,
      ...equalityMembers,
      ...containers,
      ...irExprs,
      ...operators,
      ...makeNode,
      ...jsonMembers,
      ...spanMembers,
      IRModule: moduleClass,
      BaseFunc: baseFuncClass,
      Node: irNodeClass,
    },
    from: ["tvm.ir.type"],
  },
  "tvm.ir.adt": { members: pick(adtMembers, "Constructor") },
  "tvm.ir.attrs": { members: { ...attrsClasses, ...makeNode } },
  "tvm.ir.base": { members: { Node: irNodeClass, ...equalityMembers, ...mismatchMembers, ...jsonMembers, ...spanMembers } },
  "tvm.ir.container": { members: containers },
  "tvm.ir.expr": { members: irExprs },
  "tvm.ir.function": { members: { BaseFunc: baseFuncClass } },
  "tvm.ir.module": { members: { IRModule: moduleClass } },
  "tvm.ir.op": { members: operators },
  "tvm.ir.tensor_type": { members: pick(typeClasses, "TensorType") },
  "tvm.ir.transform": { members: { ...passes, ...contextMembers } },
  "tvm.ir.type": { members: typeClasses },
  "tvm.tir": { members: { ...numbers, ...lowLevelMembers }, from: ["tvm.tir.data_layout"] },
  "tvm.tir.expr": { members: numbers },
  "tvm.tir.op": { members: { Op: exprClass("Op"), PrimExpr: primExprClass, ...lowLevelMembers } },
  "tvm.te.operation": { from: ["tvm.te"] },
  "tvm.target": { members: targetMembers },
  "tvm.target.target": { members: targetMembers },
};

/** TVM's own targets whose names are those of `tvm.relay.op.contrib`, too: the last that was imported is first. */
const importedTargets = ["mrvl", "clml", "cutlass", "tensorrt", "bnns", "dnnl", "arm_compute_lib"];

const targets = [...importedTargets, "cublas", "cudnn", "vitis_ai"];

const uma = "tvm.relay.backend.contrib.uma.api";
const umaBackend = "tvm.relay.backend.contrib.uma.backend";
const operatorModules = ["tensor", "transform", "reduce", "algorithm"].map((name) => `tvm.relay.op.${name}`);

const relay: Readonly<Record<string, InCode>> = {
  "tvm.relay": {
    members: { ...nodeMembers, ...pick(functionMembers, "Function"), ...typeClasses, ...relayTypeMembers, ...adtMembers, ...spanMembers },
    // First those of which most files have names: a module is loaded where those before it lack a name.
    from: [
      "tvm.relay.expr",
      "tvm.relay.expr_functor",
      ...operatorModules,
      "tvm.relay.type_functor",
      "tvm.relay.scope_builder",
      "tvm.relay.parser",
      "tvm.ir.type",
    ],
  },
  "tvm.relay.adt": { members: adtMembers },
  "tvm.relay.base": { members: spanMembers },
  "tvm.relay.analysis": { members: analysisMembers },
  "tvm.relay.analysis.analysis": { members: analysisMembers, from: ["tvm.relay.analysis"] },
  "tvm.relay.analysis.count_layers": { from: ["tvm.relay.analysis"] },
  "tvm.relay.build_module": { members: pick(bindingMembers, "bind_params_by_name") },
  "tvm.relay.dataflow_pattern": {
    members: { ...patternMembers, ...pick(rewritingMembers, "match", "partition") },
  },
  "tvm.relay.expr": {
    members: { ...exprMembers, ...pick(bindingMembers, "bind"), ...constantMembers, ...withFieldsMembers },
  },
  "tvm.relay.expr_functor": {
    members: { ...exprMembers, ...functionMembers, ...adtMembers, Op: exprClass("Op") },
  },
  "tvm.relay.function": { members: functionMembers },
  "tvm.relay.ty": { members: { ...typeClasses, ...relayTypeMembers }, from: ["tvm.ir.type"] },
  "tvm.relay.transform": {
    members: { ...builtInPasses, ...typingMembers, ...pick(bindingMembers, "Defunctionalization"), ...pick(passMembers, "FunctionPass") },
    from: ["tvm.ir.transform", "tvm.relay.transform._more"],
  },
  "tvm.relay.transform.transform": { from: ["tvm.relay.transform"] },
  "tvm.relay.parser": { members: parsingMembers },
  "tvm.parser": { from: ["tvm.relay.parser"] },
  "tvm.relay.quantize.quantize": { from: ["tvm.relay.quantize"] },
  "tvm.relay.op": {
    members: pick(libraryMembers, "get"),
    from: ["tvm.relay.op.op", ...operatorModules],
  },
  "tvm.relay.op.op": { members: pick(libraryMembers, "get") },
  "tvm.relay.op.op_attrs": { members: structMembers() },
  "tvm.relay.op.nn": { from: ["tvm.relay.op.nn.nn"] },
  "tvm.relay.op.image": { from: ["tvm.relay.op.image.image"] },
  "tvm.relay.op.vision": { from: ["multibox", "nms", "rcnn", "yolo"].map((name) => `tvm.relay.op.vision.${name}`) },
  "tvm.relay.op.annotation": { from: ["tvm.relay.op.annotation.annotation"] },
  "tvm.relay.op.contrib": { members: tables, from: importedTargets.map((name) => `tvm.relay.op.contrib.${name}`) },
  "tvm.relay.op.contrib.register": { members: tables },
  "tvm.relay.op.strategy": { from: ["tvm.relay.op.strategy.generic"] },
  "tvm.relay.qnn": { from: ["tvm.relay.qnn.op.qnn"] },
  "tvm.relay.qnn.op": { from: ["tvm.relay.qnn.op.qnn", "tvm.relay.qnn.op.op"] },
  "tvm.relay.backend": {},
  "tvm.relay.backend.contrib": {},
  "tvm.relay.backend.contrib.uma": { from: [umaBackend, `${uma}.utils`] },
  "tvm.relay.backend.contrib.uma.api": { from: [`${uma}.partitioner`, `${uma}.lower`, `${uma}.codegen`] },
  ...Object.fromEntries(targets.map((name) => [`tvm.relay.op.contrib.${name}`, { isTarget: true }])),
};

const inCode: Readonly<Record<string, InCode>> = { ...compiler, ...relay };

const files = import.meta.glob<string>("./**/*.py", { query: "?raw", import: "default", eager: true });

const sources = textsByModule(files, "./");

const modules: ReadonlyMap<string, LibraryModule> = new Map(
  [...new Set([...Object.keys(inCode), ...sources.keys()])].map((name) => [name, { ...inCode[name], source: sources.get(name) }]),
);

// What is in code here is in Python there.
for (const [name, { members = {} }] of modules) {
  for (const member of Object.values(members)) if (member instanceof PyBuiltin) asFunctionOf(name, member);
}

/** Modules that another has under a name of its own: `tvm.transform` is `tvm.ir.transform`. */
const aliases: Readonly<Record<string, string>> = {
  "tvm.transform": "tvm.ir.transform",
  "tvm.container": "tvm.ir.container",
  "tvm.nd": "tvm.runtime.ndarray",
  "tvm.relay.nn": "tvm.relay.op.nn",
  "tvm.relay.image": "tvm.relay.op.image",
  "tvm.relay.vision": "tvm.relay.op.vision",
  "tvm.relay.annotation": "tvm.relay.op.annotation",
  "tvm.relay.contrib": "tvm.relay.op.contrib",
};

/** A module of the compiler by its full name; undefined for one that is not built here. */
export function libraryModule(name: string): LibraryModule | undefined {
  return modules.get(name);
}

/** The full name of the module that another has as an attribute; undefined where it has none of that name. */
export function submoduleOf(name: string, attribute: string): string | undefined {
  const full = `${name}.${attribute}`;
  if (Object.hasOwn(aliases, full)) return aliases[full];
  return modules.has(full) && !isImportedAlone(full) ? full : undefined;
}
