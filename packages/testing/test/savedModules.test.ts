/** Modules in the reference's JSON: what `save_json` wrote of a module prints as the reference printed the module. */
import { readdirSync, readFileSync } from "node:fs";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { parseModule, printModule, textDifference } from "@relayscope/text";
import { describe, expect, test } from "vitest";

const folder = new URL("../../text/test/fixtures/", import.meta.url);
const names = readdirSync(folder)
  .filter((f) => f.endsWith(".json"))
  .map((f) => f.slice(0, -".json".length));

describe("save_json", () => {
  test.each(names)("%s", (name) => {
    const read = parseModule(readFileSync(new URL(`${name}.json`, folder), "utf8"), { operators });
    expect(read.diagnostics).toEqual([]);
    const text = printModule(inferTypes(read.module, operators, { trust: "nothing" }).module);
    expect(textDifference(readFileSync(new URL(`${name}.relay`, folder), "utf8"), text)).toBeUndefined();
  });

  test("cut short says so", () => {
    const json = readFileSync(new URL(`${names[0]}.json`, folder), "utf8");
    const { module, diagnostics } = parseModule(json.slice(0, json.length / 2), { operators });
    expect(module.functions.size).toBe(0);
    expect(diagnostics.map((d) => d.code)).toEqual(["json-unread"]);
  });
});
