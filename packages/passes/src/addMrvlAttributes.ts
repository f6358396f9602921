/**
 * AddMrvlAttributes: gives each function whose name has `mrvl` in it the options of Marvell's compiler, its mode and its folder.
 * Follows add_attributes in python/tvm/relay/op/contrib/mrvl.py.
 */
import { type AttrValue, func, lineageRecorder, mapFunctions } from "@relayscope/ir";
import { definePass, type PassOptions } from "./pass.ts";
import { textOption } from "./passOptions.ts";

export const addMrvlAttributes = definePass({
  name: "AddMrvlAttributes",
  summary: "Gives mrvl's functions the options of their compiler.",
  optLevel: 0,
  requires: [],
  options: [
    {
      name: "mattr",
      type: "string",
      default: "",
      doc: "Options of the compiler: `-arch=mlip -quantize=fp16 -wb_pin_ocm=0 -num_tiles=8`, `hw` or `sim`.",
    },
    { name: "num_tiles", type: "string", default: "", doc: "How many tiles to use; 8 where it is empty." },
    { name: "working_dir", type: "string", default: ".", doc: "The folder that the compiler works in." },
  ],
  run(module, options) {
    const { compilerOptions, mode } = compilerSettings(options);
    const folder = textOption(options, "working_dir", ".");
    const lineage = lineageRecorder();
    const changed = mapFunctions(module, (f, name) => {
      if (!name.includes("mrvl")) return f;
      const attrs = new Map<string, AttrValue>([
        ...f.attrs,
        ["working_dir", folder],
        ["compiler_opts_string", compilerOptions],
        ["mode", mode],
      ]);
      const marked = func({ ...f, attrs }, { checkedType: f.checkedType, span: f.span });
      lineage.record(marked, f);
      return marked;
    });
    return { module: changed, lineage, decisions: [], diagnostics: [] };
  },
});

const defaults = { arch: "mlip", quantize: "fp16", wb_pin_ocm: "0" };

/** What is not said is added; `sim` and `hw`, wherever they stand in the text, choose the mode and go. */
function compilerSettings(options: PassOptions): { readonly compilerOptions: string; readonly mode: string } {
  const given = textOption(options, "mattr", "");
  const tiles = textOption(options, "num_tiles", "");
  let text = Object.entries(defaults).reduce((all, [name, value]) => (all.includes(name) ? all : `${all} -${name}=${value}`), given);
  if (given === "") text = text.trimStart();
  const [isSimulated, isHardware] = [given.includes("sim"), given.includes("hw")];
  text = text.replaceAll("sim", "").replaceAll("hw", "");
  if (tiles !== "") text = `${text} -num_tiles=${tiles}`;
  else if (!text.includes("num_tiles")) text = `${text} -num_tiles=8`;
  return { compilerOptions: text, mode: isHardware && !isSimulated ? "hw" : "sim" };
}
