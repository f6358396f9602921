/**
 * A target of the user's own Python files in a script: the files as they are, and what loads them as modules of TVM.
 * Unlike everything else in a script, they are run.
 */
import { pythonString, pythonText, pythonValue } from "./literals.ts";

export interface ScriptFiles {
  /** Sources by path, with `/` between folders. */
  readonly sources: Readonly<Record<string, string>>;
  /** The path of the file that defines the target. */
  readonly main: string;
  /** Expressions that replace names of that file. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** Modules and names that the files import and TVM does not have. */
  readonly missing?: readonly string[] | undefined;
}

/** The files' own partition function, if it is equivalent to the pipeline. */
export interface ScriptFlow {
  readonly target: string;
  /** `partition_for_x`, or `partition` of a backend. */
  readonly callee: string;
  /** Its arguments in addition to the module and the weights. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Whether it is called with weights; none has a name of the module's. */
  readonly hasWeights: boolean;
}

/** Whether a value is given for an import, which the files may ask for while they are read. */
function isImport(name: string): boolean {
  return name.includes(".");
}

/** Python that puts the value of an import, or a stand-in that raises when it is used, where files import it from. */
const provider: readonly string[] = [
  "",
  "",
  "class TargetError(Exception):",
  '    """The files use what this machine does not have."""',
  "",
  "",
  "class StandIn(types.ModuleType):",
  '    """In place of a module, a function or a class: it can be imported, and complains when it is used."""',
  "",
  "    def __init__(self, path):",
  "        super().__init__(path)",
  "        self.__path__ = []",
  "",
  "    def __getattr__(self, name):",
  '        if name.startswith("__"):',
  "            raise AttributeError(name)",
  '        raise TargetError(f"{self.__name__} is not part of TVM 0.19.0, and the file asks for its {name}")',
  "",
  "    def __call__(self, *args, **kwargs):",
  '        raise TargetError(f"{self.__name__} is not part of TVM 0.19.0, and the file calls it")',
  "",
  "    def __mro_entries__(self, bases):",
  '        raise TargetError(f"{self.__name__} is not part of TVM 0.19.0, and a class of the file is derived from it")',
  "",
  "",
  "def stand_in(path):",
  '    """Lets files import what this machine may not have."""',
  '    parts = path.split(".")',
  "    for end in range(1, len(parts) + 1):",
  '        folder, whole = sys.modules.get(".".join(parts[: end - 1])), ".".join(parts[:end])',
  "        if folder is not None and (parts[end - 1] in vars(folder) or not isinstance(folder, StandIn) and hasattr(folder, parts[end - 1])):",
  "            continue",
  "        try:",
  "            importlib.import_module(whole)",
  "        except ImportError:",
  "            sys.modules[whole] = StandIn(whole)",
  "            if folder is not None:",
  "                setattr(folder, parts[end - 1], sys.modules[whole])",
  "",
  "",
  "def provide(path, expression):",
  '    """Puts a value where the files import it from."""',
  '    folder, name = path.rsplit(".", 1)',
  "    stand_in(folder)",
  "    setattr(sys.modules[folder], name, eval(expression, {}))",
];

function needsProvider({ given = {}, missing = [] }: ScriptFiles): boolean {
  return missing.length > 0 || Object.keys(given).some(isImport);
}

/** The files, and the functions that load them and find a table in them. */
export function fileLoader(files: readonly ScriptFiles[]): readonly string[] {
  return [
    ...(files.some(needsProvider) ? provider : []),
    "",
    "",
    "def loaded(target, files, main, missing=()):",
    '    """The module of a target\'s main file. Its path says where it is in TVM, as it does in a checkout; a file that is alone is among TVM\'s own targets."""',
    "    folder = pathlib.Path(tempfile.mkdtemp())",
    "    for path, text in files.items():",
    "        file = folder / path",
    "        file.parent.mkdir(parents=True, exist_ok=True)",
    '        file.write_text(text, encoding="utf-8")',
    "    rule, forgotten = tvm.ir.register_op_attr, []",
    "",
    "    def register_op_attr(op_name, attr_key, value=None, level=10):",
    '        """What TVM itself has for a target of that name is forgotten before its first rule."""',
    '        if attr_key == "target." + target and not forgotten:',
    "            forgotten.extend(tvm.ir.Op.list_op_names())",
    "            for operator in forgotten:",
    "                tvm.ir.Op.get(operator).reset_attr(attr_key)",
    "        return rule(op_name, attr_key, value, level)",
    "",
    "    tvm.ir.register_op_attr = tvm.ir.op.register_op_attr = register_op_attr",
    "    register = tvm._ffi.register_func",
    "    tvm.register_func = tvm._ffi.register_func = lambda name, f=None, override=False: register(name, f, True)",
    '    parts = pathlib.PurePosixPath(main).with_suffix("").parts',
    '    roots = [i for i in range(len(parts) - 1) if parts[i : i + 2] == ("python", "tvm")]',
    '    name = ".".join(parts[roots[-1] + 1 :]) if roots else "tvm.relay.op.contrib." + parts[-1]',
    "    own = (folder / main).parent",
    "    sys.path.insert(0, str(own))",
    "    tree = folder.joinpath(*parts[: roots[-1] + 1]) if roots else None",
    '    for end in [i for i, c in enumerate(name) if c == "."]:',
    "        package = importlib.import_module(name[:end])",
    '        package.__path__.append(str(tree.joinpath(*name[:end].split("."))) if tree else str(own))',
    "    for path in missing:",
    "        stand_in(path)",
    "    spec = importlib.util.spec_from_file_location(name, folder / main)",
    "    module = sys.modules[name] = importlib.util.module_from_spec(spec)",
    "    spec.loader.exec_module(module)",
    "    return module",
    "",
    "",
    "def backend_of(module):",
    '    """An instance of the UMA backend that the file defines; None where it defines none."""',
    '    uma = sys.modules.get("tvm.relay.backend.contrib.uma.backend")',
    "    kinds = [c for c in vars(module).values() if uma and isinstance(c, type) and issubclass(c, uma.UMABackend) and c.__module__ == module.__name__]",
    "    return kinds[0]() if kinds else None",
    "",
    "",
    "def table_of(module, target):",
    '    """The table that the file registers, else its backend\'s, else what its only table function returns."""',
    "    registered = get_pattern_table(target)",
    "    if registered is not None:",
    "        return list(registered)",
    "    backend = backend_of(module)",
    "    if backend is not None:",
    "        return list(backend._relay_to_relay._pattern_table())",
    '    makers = [f for n, f in vars(module).items() if n == "pattern_table" or n.endswith("_pattern_table")]',
    "    return list(makers[0]()) if makers else []",
  ];
}

/** The imports that a script needs for it. */
export const loaderImports: readonly string[] = ["import importlib.util", "import pathlib", "import tempfile", "import types"];

/** A path inside of the folder that the script writes to, whatever a stranger's file is named. */
function inside(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== "" && part !== "." && part !== ".." && !part.endsWith(":"))
    .join("/");
}

/** A target's files, loaded as `target_<index>`. */
export function filesOf({ sources, main, given = {}, missing = [] }: ScriptFiles, target: string, index: number): readonly string[] {
  const values = Object.entries(given);
  const texts = Object.entries(sources).map(([path, text]) => `    ${pythonString(inside(path))}: ${pythonText(text)},`);
  const names = missing.length > 0 ? [pythonValue(missing)] : [];
  const loading = [pythonString(target), `FILES_${index}`, pythonString(inside(main)), ...names];
  return [
    "",
    "",
    "# The target's files, as they are.",
    `FILES_${index} = {`,
    ...texts,
    "}",
    ...values.filter(([name]) => isImport(name)).map(([name, expression]) => `provide(${pythonString(name)}, ${pythonString(expression)})`),
    `target_${index} = loaded(${loading.join(", ")})`,
    ...values.flatMap(([name, expression]) => {
      const value = `eval(${pythonString(expression)}, vars(target_${index}))`;
      return isImport(name) ? [] : [`setattr(target_${index}, ${pythonString(name)}, ${value})`];
    }),
  ];
}

/** The statement that runs the files' own partition function, and takes the module from its result. */
export function flowCall({ callee, given, hasWeights }: ScriptFlow, index: number): readonly string[] {
  const owner = callee === "partition" ? `backend_of(target_${index})` : `target_${index}`;
  const named = Object.entries(given).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const weights = hasWeights ? ['params={"weights of the page": tvm.nd.array(np.zeros(1, "float32"))}'] : [];
  const args = ["mod", ...weights, ...named.map(([name, value]) => `${name}=${pythonValue(value)}`)];
  return [`mod = ${owner}.${callee}(${args.join(", ")})`, "mod = mod[0] if isinstance(mod, tuple) else mod"];
}
