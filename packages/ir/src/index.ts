export { assertNever } from "./assertNever.ts";
export { at, eachOf, firstOf, present, raise } from "./at.ts";
export {
  type AttrField,
  type AttrSchema,
  type Attrs,
  type AttrType,
  type AttrValue,
  attrOf,
  attrSchema,
  attrsEqual,
  attrValuesEqual,
  type DictAttr,
  type FloatAttr,
  floatTolerance,
  type IntAttr,
  intOf,
  intsOf,
  isAttrList,
  isReference,
  isTruthy,
  type MetaAttr,
  makeAttrs,
  numberOf,
  openAttrs,
  textOf,
  withAttrs,
} from "./attributes.ts";
export { type ByKind, byKind } from "./byKind.ts";
export { type Constant, constant, isOfType } from "./constant.ts";
export { type CodeCall, type Diagnostic, type DiagnosticPlace, diagnostic, Failure, failure, type Raised } from "./diagnostics.ts";
export { DisjointSets } from "./disjointSets.ts";
export {
  type Call,
  type Clause,
  type Constructor,
  call,
  calledOp,
  constructor_,
  type Expr,
  type Func,
  type FunctionAttrs,
  func,
  type GlobalVar,
  globalVar,
  type If,
  if_,
  isCallOf,
  type Let,
  let_,
  type Match,
  type MatchPattern,
  match,
  type Op,
  op,
  type RefCreate,
  type RefRead,
  type RefWrite,
  refCreate,
  refRead,
  refWrite,
  type Tuple,
  type TupleGetItem,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "./expressions.ts";
export { composeLineage, type Lineage, type LineageRecorder, lineageRecorder } from "./lineage.ts";
export { countWhile, keptIn, pushTo, setNewest } from "./lists.ts";
export { mapOrder, mapOrderOfDict, mapOrderWithout, withEntry } from "./mapOrder.ts";
export {
  emptyModule,
  isDeclaration,
  isSkippedByPasses,
  type Module,
  mapFunctions,
  moduleOf,
  type TypeData,
  withFunctions,
} from "./module.ts";
export { moduleOrder } from "./moduleOrder.ts";
export { nearestName, nearestOperator } from "./nearestName.ts";
export { NumberedNodes, type NumberedVisitor } from "./numberedNodes.ts";
export { argumentNames, type FusionKind, type OperatorSignature, type OperatorTable } from "./operators.ts";
export { asFunction, mapList, type RewriteRules, type Rewriter, rewrite, rewriteFunction, rewriter, withChildren } from "./rewrite.ts";
export type { Span } from "./span.ts";
export { structurallyEqual } from "./structuralEqual.ts";
export { drained, runTask, type Task } from "./task.ts";
export {
  bytesPerElement,
  elementCount,
  elementOf,
  emptyArray,
  halfToNumber,
  lazyTensor,
  numberToHalf,
  scalarTensor,
  setElement,
  type TensorArray,
  type TensorData,
} from "./tensors.ts";
export {
  addNew,
  childAt,
  childrenOf,
  freeAmong,
  freeVars,
  inputsOf,
  isLeaf,
  listedChildren,
  patternVars,
  postOrder,
  postOrderList,
  postOrderOfInner,
  usersOf,
} from "./traverse.ts";
export { isTooLarge, typeExtent, typeLimits } from "./typeExtent.ts";
export {
  type Dim,
  dimsEqual,
  dimText,
  dimValue,
  dtypeNames,
  type FuncType,
  funcType,
  type GlobalTypeVar,
  type IncompleteType,
  incompleteType,
  isIncomplete,
  type LongDim,
  nearestType,
  type RefType,
  type SymbolicDim,
  scalarType,
  type TensorType,
  type TupleType,
  type Type,
  type TypeCall,
  type TypeKind,
  type TypeVar,
  tensorType,
  tupleType,
  typesEqual,
  typesWithin,
  typeText,
  typeWriter,
} from "./types.ts";
export { attrText, bytesText, counted, grouped, listed, nameOf, percent } from "./words.ts";
