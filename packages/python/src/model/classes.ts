/**
 * The built-in classes, still without methods: each file of `types` gives one of them its own. They never change
 * afterwards.
 */
import { PyClass } from "./value.ts";

export const typeClass = bootstrap();
const found = typeClass.bases[0];
if (!found) throw new Error("`type` has no base.");
/** The class of all. */
export const objectClass: PyClass = found;

function bootstrap(): PyClass {
  const object = new PyClass({ name: "object", bases: [] });
  const type = new PyClass({ name: "type", bases: [object] });
  object.cls = type;
  type.cls = type;
  return type;
}

function builtin(name: string, options: { base?: PyClass; isFinal?: boolean; module?: string; open?: boolean } = {}): PyClass {
  return new PyClass({ name, bases: [options.base ?? objectClass], metaclass: typeClass, ...options, isFinal: options.isFinal ?? false });
}

export const noneClass = builtin("NoneType", { isFinal: true });
export const intClass = builtin("int");
export const boolClass = builtin("bool", { base: intClass, isFinal: true });
export const floatClass = builtin("float");
export const strClass = builtin("str");
export const bytesClass = builtin("bytes");
export const listClass = builtin("list");
export const tupleClass = builtin("tuple");
export const dictClass = builtin("dict");
export const setClass = builtin("set");
export const frozensetClass = builtin("frozenset");
export const rangeClass = builtin("range", { isFinal: true });
export const sliceClass = builtin("slice", { isFinal: true });
export const functionClass = builtin("function", { isFinal: true, open: true });
/** Of functions of the host that are in Python elsewhere. Programs share them, so they take no attributes. */
export const hostFunctionClass = builtin("function", { base: functionClass, isFinal: true, open: false });
export const builtinFunctionClass = builtin("builtin_function_or_method", { isFinal: true });
export const methodDescriptorClass = builtin("method_descriptor", { isFinal: true });
/** Of methods whose names begin with two underscores. */
export const slotWrapperClass = builtin("wrapper_descriptor", { isFinal: true });
export const methodClass = builtin("method", { isFinal: true });
export const getSetClass = builtin("getset_descriptor", { isFinal: true });
export const propertyClass = builtin("property");
export const staticMethodClass = builtin("staticmethod", { open: true });
export const classMethodClass = builtin("classmethod", { open: true });
export const superClass = builtin("super");
export const moduleClass = builtin("module", { open: true });
export const standInClass = builtin("StandIn", { base: moduleClass, isFinal: true, open: true });
export const generatorClass = builtin("generator", { isFinal: true });
export const iteratorClass = builtin("iterator", { isFinal: true });
export const ellipsisClass = builtin("ellipsis", { isFinal: true });
export const notImplementedClass = builtin("NotImplementedType", { isFinal: true });
export const mappingProxyClass = builtin("mappingproxy", { isFinal: true });
