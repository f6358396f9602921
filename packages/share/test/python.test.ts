/** `public/relayscope.py`: the links that it writes are read here. Needs a Python of any kind; TVM is not asked for. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decodeFragment } from "../src/index.ts";

const folder = fileURLToPath(new URL("../../../public", import.meta.url));
const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

/** What a script prints that has the helper at hand. */
function printed(script: string): string {
  const done = spawnSync(python ?? "", ["-B", "-c", `import relayscope\n${script}`], { cwd: folder, encoding: "utf8" });
  expect(done.stderr).toBe("");
  return done.stdout.trim();
}

describe.skipIf(python === undefined)("relayscope.py", () => {
  test("a link with a target alone", () => {
    const link = printed('print(relayscope.link("fn (%x: Tensor[(2), float32]) { nn.relu(%x) }", target="dnnl", page="http://page/"))');
    expect(link).toMatch(/^http:\/\/page\/#s=2r\./);
    expect(decodeFragment(link.slice(link.indexOf("#")))).toMatchObject({
      kind: "ok",
      snapshot: { text: "fn (%x: Tensor[(2), float32]) { nn.relu(%x) }", target: "dnnl", pipeline: undefined },
    });
  });

  test("a target of one's own, a pipeline, a title and a note", () => {
    const link = printed(
      `print(relayscope.link("x" * 300, "mine", [("mine.relu", 'is_op("nn.relu")(wildcard())')], ["add"],` +
        ` ["InferType", ("PartitionGraph", {"mod_name": "m"})], title="\u00fc", note="</script>"))`,
    );
    expect(decodeFragment(link.slice(link.indexOf("#")))).toMatchObject({
      kind: "ok",
      snapshot: {
        title: "\u00fc",
        note: "</script>",
        customTargets: [{ name: "mine", patterns: [{ name: "mine.relu", pattern: 'is_op("nn.relu")(wildcard())' }], operators: ["add"] }],
        pipeline: [
          { pass: "InferType", options: {} },
          { pass: "PartitionGraph", options: { mod_name: "m" } },
        ],
      },
    });
  });

  test("a target comes with the imported file that registers it, and with the file that this one imports", () => {
    const own =
      'import helpers\\nregister_pattern_table = lambda name: lambda f: f\\n@register_pattern_table("own")\\ndef table():\\n    return []\\n';
    const link = printed(`
import os, sys, tempfile
folder = tempfile.mkdtemp()
for name, text in {"helpers.py": "x = 1\\n", "unrelated.py": "tvm = 1\\n", "mine.py": '${own}'}.items():
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
sys.path.insert(0, folder)
import mine, unrelated
print(relayscope.link("fn () { 1 }", "own"))
print(relayscope.link("fn () { 1 }", "other"))
print(relayscope.link("fn () { 1 }", "other", files=[("a.py", "x = 2")]))`).split("\n");
    const targets = link.map((each) => {
      const read = decodeFragment(each.slice(each.indexOf("#")));
      return read.kind === "ok" ? read.snapshot.customTargets : read;
    });
    expect(targets).toEqual([
      [
        {
          name: "own",
          patterns: [],
          operators: [],
          files: [
            { name: "mine.py", text: own.replaceAll("\\n", "\n") },
            { name: "helpers.py", text: "x = 1\n" },
          ],
        },
      ],
      [],
      [{ name: "other", patterns: [], operators: [], files: [{ name: "a.py", text: "x = 2" }] }],
    ]);
  });

  test("a module that is too large for a link says so", () => {
    expect(
      printed(`
try:
    relayscope.link("x" * 9000000)
except ValueError as error:
    print(error)`),
    ).toMatch(/8 MiB/);
  });
});
