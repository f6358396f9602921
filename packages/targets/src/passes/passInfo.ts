/** What a pass is called, and when it runs, as Python sees it. Follows python/tvm/ir/transform.py. */
import { hostAttribute, hostClass, intOf, type PyClass, PyScalar, textOf, typeName, unboxed, type Value } from "@relayscope/python";
import { arrayOf } from "../objects/containers.ts";
import { tvmError } from "../objects/errors.ts";
import { give, making } from "../objects/nodeClasses.ts";
import { elementsOf } from "../objects/sequences.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";
import { levelOfPass, nameOfPass, type PassData, requiredBy } from "./passData.ts";

/** A level of optimization as an int. Raises for anything else. */
export function levelOf(value: Value): number {
  const level = intOf(unboxed(value)) ?? (value instanceof PyScalar && value.dtype.kind !== "f" ? value.value : undefined);
  if (level === undefined) throw tvmError(`expected int but got ${typeName(value)}`);
  return Number(level);
}

/** A value as a text. Raises for anything else. */
export function textFrom(value: Value): string {
  const text = textOf(value);
  if (text === undefined) throw tvmError(`Check failed: Expected type runtime.String but got ${typeName(value)}`);
  return text;
}

/** What a pass is called, when it runs and what it requires, as Python gives them. Raises where that can't be. */
export function infoFrom(level: Value, name: Value, required: Value) {
  return { optLevel: levelOf(level), name: textFrom(name), required: (elementsOf(required) ?? []).map(textFrom) };
}

/** A pass's info. */
export function infoOf(data: PassData): PassInfoObject {
  return new PassInfoObject(
    nameOfPass(data),
    levelOfPass(data),
    requiredBy(data).map((pass) => (typeof pass === "string" ? pass : pass.name)),
  );
}

export class PassInfoObject extends TvmObject {
  constructor(
    readonly name: string,
    readonly optLevel: number,
    readonly required: readonly string[],
  ) {
    super(passInfoClass);
  }

  override show(): string {
    const required = this.required.length === 0 ? "" : `\n${this.required.map((name) => `${name}, `).join("")}`;
    return `The meta data of the pass - pass name: ${this.name}, opt_level: ${this.optLevel}, required passes: [${required}]\n`;
  }
}

export const passInfoClass: PyClass = hostClass({ name: "PassInfo", module: "tvm.ir.transform", bases: [tvmObjectClass] });

give(passInfoClass, {
  __new__: making("PassInfo", "opt_level, name, required=None, traceable=False", (_m, _cls, level, name, required) => {
    const info = infoFrom(level ?? null, name ?? null, required ?? null);
    return new PassInfoObject(info.name, info.optLevel, info.required);
  }),
  name: hostAttribute("name", PassInfoObject, (self) => self.name),
  opt_level: hostAttribute("opt_level", PassInfoObject, (self) => self.optLevel),
  traceable: hostAttribute("traceable", PassInfoObject, () => false),
  required: hostAttribute("required", PassInfoObject, (self) => arrayOf(self.required)),
});
