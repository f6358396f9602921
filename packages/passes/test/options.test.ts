/** What options read of a form, a link or a record, and what is said of the rest. */
import { emptyModule } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { describe, expect, expectTypeOf, it } from "vitest";
import { choice, flag, integers, type OptionsOf, orNone, readOptions, texts } from "../src/core/options.ts";
import { passContext, runStep } from "../src/index.ts";
import { findPass, passNames } from "../src/passes.ts";

const schema = {
  isOn: flag(true, "On."),
  names: texts(["main"], "Names."),
  places: orNone(integers([0], "Places.")),
  way: choice(["up", "down"], "up", "Way."),
};

describe("options", () => {
  it("take their defaults where nothing, or null, is given", () => {
    expect(readOptions(schema, {})).toEqual({ isOn: true, names: ["main"], places: [0], way: "up" });
    expect(readOptions(schema, { isOn: null, names: null, places: null, way: null })).toEqual({ ...readOptions(schema, {}), places: null });
  });

  it("read what represents their values", () => {
    expect(readOptions(schema, { isOn: 0, names: "f", places: [2], way: "down" })).toEqual({
      isOn: false,
      names: ["f"],
      places: [2],
      way: "down",
    });
  });

  it("have the types that the schema states", () => {
    expectTypeOf<OptionsOf<typeof schema>>().toEqualTypeOf<{
      readonly isOn: boolean;
      readonly names: readonly string[];
      readonly places: readonly number[] | null;
      readonly way: "up" | "down";
    }>();
  });

  it("refuse other types with a sentence", () => {
    expect(() => readOptions(schema, { isOn: "yes" })).toThrow("The option `isOn` must be true or false.");
    expect(() => readOptions(schema, { names: [1] })).toThrow("must be a list of texts");
    expect(() => readOptions(schema, { places: [1.5] })).toThrow("must be a list of whole numbers");
    expect(() => readOptions(schema, { way: "left" })).toThrow('must be one of "up", "down"');
  });

  it("have defaults that they read themselves, as links write them", () => {
    for (const name of passNames) {
      for (const [option, { default: value, read }] of Object.entries(findPass(name)?.options ?? {})) {
        expect(read(JSON.parse(JSON.stringify(value))), `${name}.${option}`).toEqual(value);
      }
    }
  });
});

it("a step says which of its options the pass has not", () => {
  const pass = findPass("FoldConstant");
  if (!pass) throw new Error("There is no FoldConstant.");
  const { status, diagnostics } = runStep(emptyModule, { pass, options: { fold_qnm: true } }, passContext(operators));
  expect(status).toBe("unchanged");
  expect(diagnostics.map((d) => [d.code, d.severity, d.hints])).toEqual([["unknown-option", "warning", ["It has `fold_qnn`."]]]);
});

it("a step with an option of another type fails and keeps the module", () => {
  const pass = findPass("AnnotateTarget");
  if (!pass) throw new Error("There is no AnnotateTarget.");
  const { status, module, reason } = runStep(emptyModule, { pass, options: { targets: 3 } }, passContext(operators));
  expect([status, reason]).toEqual(["failed", "The option `targets` must be a list of texts."]);
  expect(module).toBe(emptyModule);
});
