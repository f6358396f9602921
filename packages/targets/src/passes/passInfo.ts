/** What a pass is called, and when it runs, as Python sees it. Follows python/tvm/ir/transform.py. */
import { hostAttribute, hostClass, type PyClass, type Value } from "@relayscope/python";
import { arrayOf } from "../objects/containers.ts";
import { give, making } from "../objects/nodeClasses.ts";
import { elementsOf } from "../objects/sequences.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";
import { levelOfPass, nameOfPass, type PassData, requiredBy } from "./passData.ts";

/** The texts of a list; none for None. */
export function textsOf(value: Value): readonly string[] {
  return (elementsOf(value) ?? []).map(String);
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
    return new PassInfoObject(String(name), Number(level), textsOf(required ?? null));
  }),
  name: hostAttribute("name", PassInfoObject, (self) => self.name),
  opt_level: hostAttribute("opt_level", PassInfoObject, (self) => self.optLevel),
  traceable: hostAttribute("traceable", PassInfoObject, () => false),
  required: hostAttribute("required", PassInfoObject, (self) => arrayOf(self.required)),
});
