import { type ESTree, type Plugin, parseAst, Visitor } from "vite";

type Body = { readonly type: string; readonly start: number; readonly end: number } | null | undefined;

const one = "__work.done++";

/** The code of a module in which each function, and each turn of a loop, first counts one. Its lines stay where they are. */
function counted(code: string, program: ESTree.Program, counter: string): string {
  const insertions: (readonly [at: number, text: string])[] = [];
  const begin = ({ body }: { readonly body: Body }) => {
    if (!body) return;
    if (body.type === "BlockStatement") insertions.push([body.start + 1, `${one};`]);
    else if (body.type.endsWith("Statement")) insertions.push([body.start, `{${one};`], [body.end, "}"]);
    else insertions.push([body.start, `(${one},`], [body.end, ")"]);
  };
  // On leaving: of two that end at one place, the inner one closes first.
  new Visitor({
    "FunctionDeclaration:exit": begin,
    "FunctionExpression:exit": begin,
    "ArrowFunctionExpression:exit": begin,
    "ForStatement:exit": begin,
    "ForInStatement:exit": begin,
    "ForOfStatement:exit": begin,
    "WhileStatement:exit": begin,
    "DoWhileStatement:exit": begin,
  }).visit(program);
  const parts = [`import { counter as __counter } from ${JSON.stringify(counter)}; const __work = __counter; `];
  let from = 0;
  for (const [at, text] of insertions.sort(([a], [b]) => a - b)) {
    parts.push(code.slice(from, at), text);
    from = at;
  }
  return [...parts, code.slice(from)].join("");
}

/**
 * Has this project's modules count the work that they do, for tests of growth, in the `counter` of a module. Node's own
 * counts cost more than the work, and miss what is compiled again meanwhile.
 */
export function countWork(counter: string): Plugin {
  return {
    name: "count-work",
    enforce: "post",
    transform(code, id) {
      const isOwn = /\/(?:packages|app)\/[^?]*\.tsx?$/.test(id) && !id.includes("/node_modules/") && id !== counter;
      return isOwn ? { code: counted(code, parseAst(code), counter), map: null } : undefined;
    },
  };
}
