/** Reads the top level of a module. Follows ParseDefinitions and ParseTypeDef in src/relay/parser/parser.cc. */
import { type Constructor, constructor_, runTask, type Type, type TypeData } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { expect, isWord, kindAt, say, take, tokenName, tokenSpan } from "./cursor.ts";
import { readFunction } from "./parseBlocks.ts";
import type { Definition, ParseState } from "./parseState.ts";
import { globalType, isConstructorName, parseType, parseTypeParameters } from "./parseTypes.ts";

/** `"def" global function`; undefined where no function could be made of it. */
export function parseFunctionDefinition(p: ParseState): Definition | undefined {
  const name = tokenName(p, p.at + 1);
  const span = tokenSpan(p, p.at + 1);
  const start = tokenSpan(p).start;
  p.mentions?.global(name, span, true);
  p.at += 2;
  const made = runTask(readFunction(p, start));
  return made.kind === "Function" ? { name, func: made, span } : undefined;
}

/**
 * `"extern"? "type" name ("[" name,* "]")? ("{" (name ("(" type,* ")")?),* "}")?`; the constructors are known from here
 * on.
 */
export function parseTypeDefinition(p: ParseState): TypeData {
  const isExtern = isWord(p, "extern");
  if (isExtern) p.at++;
  p.at++;
  const nameSpan = tokenSpan(p);
  const header = globalType(p.types, tokenName(p, p.at, 0));
  p.mentions?.add({ kind: "type", span: nameSpan, isBinding: true, target: header });
  p.at++;
  const scope = parseTypeParameters(p, p.types);
  const constructors: Constructor[] = [];
  if (!p.isLost && take(p, character.openBrace)) {
    while (!p.isLost && isConstructorName(kindAt(p))) {
      const span = tokenSpan(p);
      const name = tokenName(p, p.at, 0);
      p.at++;
      const inputs: Type[] = [];
      if (take(p, character.openParenthesis)) {
        while (!p.isLost && kindAt(p) !== character.closeParenthesis) {
          p.types.isInDefinition = true;
          inputs.push(parseType(p, p.types));
          p.types.isInDefinition = false;
          if (!take(p, character.comma) && kindAt(p) !== character.closeParenthesis) break;
        }
        if (!p.isLost) expect(p, character.closeParenthesis, "`)`");
      }
      const made = constructor_(name, inputs, header, { span });
      p.mentions?.add({ kind: "constructor", span, isBinding: true, target: made });
      if (p.constructors.has(name)) say(p, report.duplicateConstructor(span, name));
      p.constructors.set(name, made);
      constructors.push(made);
      if (!take(p, character.comma) && kindAt(p) !== character.closeBrace) break;
    }
    if (!p.isLost) expect(p, character.closeBrace, "`}`");
  }
  scope.leave();
  p.isLost = false;
  if (isExtern && constructors.length > 0) say(p, report.externWithConstructors(nameSpan, header.name));
  return { header, typeParams: scope.variables, constructors, isExtern: isExtern };
}
