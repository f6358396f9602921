/** What a file does besides its definitions. */
import { parseModule } from "@relayscope/python";

/** Names of what makes a module, or an expression that can be one. */
const makers: ReadonlySet<string> = new Set(
  "IRModule from_expr fromtext parse_expr get_workload get_net create_workload Function Var var build".split(" "),
);

type Part = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null;
}

/** `relay.parse` and `relay.parser.parse`; other modules have functions of that name. */
function isParse({ name, value }: Part): boolean {
  return name === "parse" && isPart(value) && (value.name === "relay" || value.name === "parser");
}

const isDefinition = ({ kind, body }: Part) => (kind === "Function" || kind === "Class") && Array.isArray(body);

/**
 * Whether the statements that a file runs as a script can build a module, with the functions of the file that they
 * name.
 */
export function canBuildModule(text: string): boolean {
  const { tree } = parseModule(text);
  const definitions = new Map<string, Part>();
  const open: unknown[] = [];
  for (const statement of tree ?? []) {
    if (isDefinition({ ...statement })) definitions.set("name" in statement ? statement.name : "", { ...statement });
    else open.push(statement);
  }
  while (open.length > 0) {
    const part = open.pop();
    if (!isPart(part)) continue;
    const name = part.kind === "Name" || part.kind === "Attribute" ? String(part.name) : undefined;
    if (name !== undefined && (makers.has(name) || isParse(part))) return true;
    const named = name === undefined ? undefined : definitions.get(name);
    if (named && name !== undefined) {
      definitions.delete(name);
      open.push(named.body);
    }
    for (const value of Object.values(part)) if (isPart(value)) open.push(value);
  }
  return false;
}
