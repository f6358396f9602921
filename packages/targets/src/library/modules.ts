/**
 * The modules of the compiler that files import: their members in code, and the Python text that defines more. A name
 * that a module lacks is looked up in other modules, as modules of the reference import names from one another.
 */
import { operators as operatorTable } from "@relayscope/ops";
import { asFunctionOf, PyBuiltin, type Value } from "@relayscope/python";
import { analysisMembers, analysisParts, equalityMembers, mismatchMembers } from "../natives/analysis.ts";
import { bindingMembers } from "../natives/binding.ts";
import { constantMembers } from "../natives/constants.ts";
import { libraryMembers } from "../natives/library.ts";
import { lowLevelMembers, lowLevelParts } from "../natives/lowLevel.ts";
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
import { dataLayoutSource } from "./dataLayout.ts";
import { dnnlSource } from "./dnnl.ts";
import { exprFunctorSource } from "./exprFunctor.ts";
import { mixedPrecisionSource } from "./mixedPrecision.ts";
import { annotationSource, imageSource, nnSource, qnnSource, visionSource } from "./networkOperators.ts";
import {
  analysisSource,
  arithSource,
  backendUtilsSource,
  contribSource,
  coremlSource,
  ffiBaseSource,
  frontendSource,
  instrumentSource,
  moreTransformSource,
  ndarraySource,
  opSource,
  pytestSource,
  qnnRegistersSource,
  qnnTransformSource,
  requirementsSource,
  strategySource,
  supportSource,
  tempOpAttrSource,
  teSource,
  testingSource,
  teTargetSource,
  typeKindSource,
} from "./odds.ts";
import { tensorSource, transformOpsSource } from "./operators.ts";
import { patternsSource } from "./patterns.ts";
import { dataTypeSource, topiNnUtilsSource, topiUtilsSource } from "./plainNumbers.ts";
import { quantizeSource } from "./quantize.ts";
import { isImportedAlone } from "./referenceModules.ts";
import { relayExprSource } from "./relayExpr.ts";
import { scopeBuilderSource } from "./scopeBuilder.ts";
import { targetSources } from "./targetSources.ts";
import { testingInitSource, testingLayersSource, testingResidualSource } from "./testingLayers.ts";
import { testingNetworks } from "./testingNetworks.ts";
import { primFuncPassSource, transformSource } from "./transform.ts";
import { typeFunctorSource } from "./typeFunctor.ts";
import { umaBackendSource, umaCodegenSource, umaLowerSource, umaPartitionerSource, umaUtilsSource } from "./uma.ts";

/** One module. */
export interface LibraryModule {
  readonly members?: Readonly<Record<string, Value>>;
  /** Python that defines more of it. */
  readonly source?: string;
  /** Whether it is a target's, so that a file of the user that has its place is what the import finds. */
  readonly isTarget?: boolean;
  /** Modules in which a name is looked for that it lacks itself, in order. */
  readonly from?: readonly string[];
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

const compiler: Readonly<Record<string, LibraryModule>> = {
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
      later_tensors: laterTensors,
      named_pass: namedPass,
      ...pick(registryMembers, "register_op_attr"),
      ...containers,
      ...pick(numbers, "IntImm", "PrimExpr"),
    },
  },
  "tvm.error": { members: errorClasses },
  "tvm._ffi": { members: { ...registering, ...pick(registryMembers, "_init_api") }, from: ["tvm._ffi.base"] },
  "tvm._ffi.base": { members: { TVMError: tvmErrorClass }, source: ffiBaseSource },
  "tvm._ffi.registry": { members: { ...registering, ...pick(registryMembers, "remove_global_func") } },
  "tvm._ffi.runtime_ctypes": { source: dataTypeSource },
  "tvm.support": { source: supportSource },
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
  "tvm.runtime.ndarray": { members: { ...tensorMembers, ...deviceMembers }, source: ndarraySource },
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
  "tvm.ir.instrument": { source: instrumentSource },
  "tvm.ir.module": { members: { IRModule: moduleClass } },
  "tvm.ir.op": { members: operators },
  "tvm.ir.tensor_type": { members: pick(typeClasses, "TensorType") },
  "tvm.ir.transform": { members: { ...passes, ...contextMembers }, source: transformSource },
  "tvm.ir.type": { members: typeClasses, source: typeKindSource },
  "tvm.tir": { members: { ...numbers, ...lowLevelMembers }, from: ["tvm.tir.data_layout"] },
  "tvm.tir.data_layout": { source: dataLayoutSource },
  "tvm.tir.expr": { members: numbers },
  "tvm.tir.op": { members: { Op: exprClass("Op"), PrimExpr: primExprClass, ...lowLevelMembers } },
  "tvm.te": { source: teSource },
  "tvm.te.operation": { from: ["tvm.te"] },
  "tvm.tir.transform": { source: primFuncPassSource },
  "tvm.arith": { source: arithSource },
  "tvm.target": { members: targetMembers },
  "tvm.target.target": { members: targetMembers },
  "tvm.topi.nn.utils": { source: topiNnUtilsSource },
  "tvm.topi.utils": { source: topiUtilsSource },
};

/** The reference's own targets whose names are those of `tvm.relay.op.contrib`, too: the last that was imported is first. */
const importedTargets = ["mrvl", "clml", "cutlass", "tensorrt", "bnns", "dnnl", "arm_compute_lib"];

const uma = "tvm.relay.backend.contrib.uma.api";
const umaBackend = "tvm.relay.backend.contrib.uma.backend";
const operatorModules = ["tvm.relay.op.tensor", "tvm.relay.op.transform"];

const relay: Readonly<Record<string, LibraryModule>> = {
  "tvm.relay": {
    members: { ...nodeMembers, ...pick(functionMembers, "Function"), ...typeClasses, ...relayTypeMembers, ...adtMembers, ...spanMembers },
    from: [
      "tvm.relay.expr",
      "tvm.relay.expr_functor",
      "tvm.relay.type_functor",
      "tvm.relay.scope_builder",
      "tvm.relay.parser",
      "tvm.ir.type",
      ...operatorModules,
    ],
  },
  "tvm.relay.adt": { members: adtMembers },
  "tvm.relay.base": { members: spanMembers },
  "tvm.relay.analysis": { members: analysisMembers, source: analysisSource },
  "tvm.relay.analysis.analysis": { members: analysisMembers, from: ["tvm.relay.analysis"] },
  "tvm.relay.analysis.count_layers": { from: ["tvm.relay.analysis"] },
  "tvm.relay.frontend.common": { source: frontendSource },
  "tvm.relay.build_module": { members: pick(bindingMembers, "bind_params_by_name") },
  "tvm.relay.dataflow_pattern": {
    members: { ...patternMembers, ...pick(rewritingMembers, "match", "partition") },
    source: patternsSource,
  },
  "tvm.relay.expr": {
    members: { ...exprMembers, ...pick(bindingMembers, "bind"), ...constantMembers, ...withFieldsMembers },
    source: relayExprSource,
  },
  "tvm.relay.expr_functor": {
    members: { ...exprMembers, ...functionMembers, ...adtMembers, Op: exprClass("Op") },
    source: exprFunctorSource,
  },
  "tvm.relay.type_functor": { source: typeFunctorSource },
  "tvm.relay.scope_builder": { source: scopeBuilderSource },
  "tvm.relay.function": { members: functionMembers },
  "tvm.relay.ty": { members: { ...typeClasses, ...relayTypeMembers }, from: ["tvm.ir.type"] },
  "tvm.relay.transform": {
    members: { ...builtInPasses, ...typingMembers, ...pick(bindingMembers, "Defunctionalization"), ...pick(passMembers, "FunctionPass") },
    from: ["tvm.ir.transform", "tvm.relay.transform._more"],
  },
  "tvm.relay.transform._more": { source: moreTransformSource },
  "tvm.relay.transform.mixed_precision": { source: mixedPrecisionSource },
  "tvm.relay.transform.transform": { from: ["tvm.relay.transform"] },
  "tvm.relay.parser": { members: parsingMembers },
  "tvm.parser": { from: ["tvm.relay.parser"] },
  "tvm.relay.quantize": { source: quantizeSource },
  "tvm.relay.quantize.quantize": { from: ["tvm.relay.quantize"] },
  "tvm.relay.backend.utils": { source: backendUtilsSource },
  "tvm.relay.testing": { source: testingSource },
  "tvm.relay.testing.temp_op_attr": { source: tempOpAttrSource },
  "tvm.relay.testing.init": { source: testingInitSource },
  "tvm.relay.testing.layers": { source: testingLayersSource },
  "tvm.relay.testing._residual": { source: testingResidualSource },
  ...Object.fromEntries(Object.entries(testingNetworks).map(([name, source]) => [`tvm.relay.testing.${name}`, { source }])),
  "tvm.relay.op": {
    members: pick(libraryMembers, "get"),
    from: ["tvm.relay.op.op", ...operatorModules],
  },
  "tvm.relay.op.op": { members: pick(libraryMembers, "get"), source: opSource },
  "tvm.relay.op.op_attrs": { members: structMembers() },
  "tvm.relay.op.tensor": { source: tensorSource },
  "tvm.relay.op.reduce": { from: ["tvm.relay.op.tensor"] },
  "tvm.relay.op.algorithm": { from: ["tvm.relay.op.transform"] },
  "tvm.relay.op.transform": { source: transformOpsSource },
  "tvm.relay.op.nn": { from: ["tvm.relay.op.nn.nn"] },
  "tvm.relay.op.nn.nn": { source: nnSource },
  "tvm.relay.op.nn.utils": { from: ["tvm.relay.op.nn.nn"] },
  "tvm.relay.op.image": { source: imageSource },
  "tvm.relay.op.vision": { source: visionSource },
  ...Object.fromEntries(
    ["multibox", "nms", "rcnn", "yolo"].map((name) => [`tvm.relay.op.vision.${name}`, { from: ["tvm.relay.op.vision"] }]),
  ),
  "tvm.relay.op.annotation": { source: annotationSource },
  "tvm.relay.op.annotation.annotation": { from: ["tvm.relay.op.annotation"] },
  "tvm.relay.op.contrib": { members: tables, from: importedTargets.map((name) => `tvm.relay.op.contrib.${name}`) },
  "tvm.relay.op.contrib.register": { members: tables },
  "tvm.relay.op.contrib.te_target": { source: teTargetSource },
  "tvm.relay.op.strategy": { from: ["tvm.relay.op.strategy.generic"] },
  "tvm.relay.op.strategy.generic": { source: strategySource },
  "tvm.relay.qnn": { from: ["tvm.relay.qnn.op"] },
  "tvm.relay.qnn.op": { source: qnnSource, from: ["tvm.relay.qnn.op.op"] },
  "tvm.relay.qnn.op.op": { source: qnnRegistersSource },
  "tvm.relay.qnn.transform": { source: qnnTransformSource },
  "tvm.relay.qnn.op.qnn": { from: ["tvm.relay.qnn.op"] },
  "tvm.relay.backend": {},
  "tvm.relay.backend.contrib": {},
  "tvm.relay.backend.contrib.uma": { from: [umaBackend, `${uma}.utils`] },
  "tvm.relay.backend.contrib.uma.api": { from: [`${uma}.partitioner`, `${uma}.lower`, `${uma}.codegen`] },
  [`${uma}.utils`]: { source: umaUtilsSource },
  [`${uma}.partitioner`]: { source: umaPartitionerSource },
  [`${uma}.lower`]: { source: umaLowerSource },
  [`${uma}.codegen`]: { source: umaCodegenSource },
  [umaBackend]: { source: umaBackendSource },
  "tvm.contrib.mrvl": { source: contribSource },
  pytest: { source: pytestSource },
  "tvm.testing": { source: requirementsSource },
  "tvm.contrib.target.coreml": { source: coremlSource },
  ...Object.fromEntries(
    Object.entries({ ...targetSources, dnnl: dnnlSource }).map(([name, source]) => [
      `tvm.relay.op.contrib.${name}`,
      { source, isTarget: true },
    ]),
  ),
};

const modules: Readonly<Record<string, LibraryModule>> = { ...compiler, ...relay };

// What is in code here is in Python there.
for (const [name, { members = {} }] of Object.entries(modules)) {
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
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}

/** The full name of the module that another has as an attribute; undefined where it has none of that name. */
export function submoduleOf(name: string, attribute: string): string | undefined {
  const full = `${name}.${attribute}`;
  if (Object.hasOwn(aliases, full)) return aliases[full];
  return Object.hasOwn(modules, full) && !isImportedAlone(full) ? full : undefined;
}
