import { type ESTree, type Plugin, parseAst, Visitor } from "vite";

type Body = { readonly type: string; readonly start: number; readonly end: number } | null | undefined;

const one = "__work.done++";

/** Adds a count to each function and each loop body of a module. The line numbers do not change. */
function counted(code: string, program: ESTree.Program, counter: string): string {
  const insertions: (readonly [at: number, text: string])[] = [];
  const begin = ({ body }: { readonly body: Body }) => {
    if (!body) return;
    if (body.type === "BlockStatement") insertions.push([body.start + 1, `${one};`]);
    else if (body.type.endsWith("Statement")) insertions.push([body.start, `{${one};`], [body.end, "}"]);
    else insertions.push([body.start, `(${one},`], [body.end, ")"]);
  };
  // On exit, so that of two bodies that end at the same place the inner one closes first.
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
 * Counts the work of this project's modules, for tests of growth. The module `counter` holds the count. Node's own
 * counts cost more than the work, and miss functions that are compiled again.
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
