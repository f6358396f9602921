/**
 * AddMrvlAttributes: gives each function whose name has `mrvl` in it the options of Marvell's compiler, its mode and
 * its folder. Follows add_attributes in python/tvm/relay/op/contrib/mrvl.py.
 */
import { type AttrValue, func, mapFunctions } from "@relayscope/ir";
import { modulePass } from "../../core/modulePass.ts";
import { text } from "../../core/options.ts";

export const addMrvlAttributes = modulePass({
  name: "AddMrvlAttributes",
  summary: "Gives mrvl's functions the options of their compiler.",
  upstream: ["python/tvm/relay/op/contrib/mrvl.py"],
  options: {
    mattr: text("", "Options of the compiler: `-arch=mlip -quantize=fp16 -wb_pin_ocm=0 -num_tiles=8`, `hw` or `sim`."),
    num_tiles: text("", "How many tiles to use; 8 where it is empty."),
    working_dir: text(".", "The folder that the compiler works in."),
  },
  run({ module, options, lineage }) {
    const { compilerOptions, mode } = compilerSettings(options.mattr, options.num_tiles);
    return mapFunctions(module, (f, name) => {
      if (!name.includes("mrvl")) return f;
      const attrs = new Map<string, AttrValue>([
        ...f.attrs,
        ["working_dir", options.working_dir],
        ["compiler_opts_string", compilerOptions],
        ["mode", mode],
      ]);
      const marked = func({ ...f, attrs }, { checkedType: f.checkedType, span: f.span });
      lineage.record(marked, f);
      return marked;
    });
  },
});

const defaults = { arch: "mlip", quantize: "fp16", wb_pin_ocm: "0" };

/** Missing settings are added. `sim` and `hw`, anywhere in the text, choose the mode and are removed. */
function compilerSettings(given: string, tiles: string): { readonly compilerOptions: string; readonly mode: string } {
  let settings = Object.entries(defaults).reduce((all, [name, value]) => (all.includes(name) ? all : `${all} -${name}=${value}`), given);
  if (given === "") settings = settings.trimStart();
  const [isSimulated, isHardware] = [given.includes("sim"), given.includes("hw")];
  settings = settings.replaceAll("sim", "").replaceAll("hw", "");
  if (tiles !== "") settings = `${settings} -num_tiles=${tiles}`;
  else if (!settings.includes("num_tiles")) settings = `${settings} -num_tiles=8`;
  return { compilerOptions: settings, mode: isHardware && !isSimulated ? "hw" : "sim" };
}
