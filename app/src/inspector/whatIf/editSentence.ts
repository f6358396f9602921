import { type Edit, listed, settingText } from "@relayscope/engine";

/**
 * The downside of edits, next to what they do; undefined if there is none worth mentioning. Names are in backquotes.
 */
export function editCaveat(edits: readonly Edit[]): string | undefined {
  const takes = edits.some(({ kind }) => kind === "add-rule" || kind === "override-rule" || kind === "add-pattern");
  const unchecked = edits.some(({ kind }) => kind === "override-check" || kind === "edit-file");
  const unstopped = edits.some((edit) => edit.kind === "add-pass" && edit.pass === "RemoveStopFusion");
  const merges = edits.some((edit) => (edit.kind === "add-pass" || edit.kind === "switch-on") && edit.pass === "MergeCompilerRegions");
  const isSet = edits.some(({ kind }) => kind === "set-setting" || kind === "give-value");
  const said = [
    ...(takes || unchecked
      ? [`The code generator may refuse ${unchecked ? "what the check refuses" : "what is new to it"}: a rule alone generates no code.`]
      : []),
    ...(merges ? ["The code generator has to accept regions of several calls."] : []),
    ...(isSet ? ["The library that you build with must match the setting."] : []),
    ...(unstopped
      ? ["`RemoveStopFusion` is not a pass of TVM: in TVM a mutator of expressions does it, which the exported script writes out."]
      : []),
  ];
  return said.length > 0 ? said.join(" ") : undefined;
}

/**
 * What edits do, a sentence each; rules for one target share a sentence. Names are in backquotes. The steps of passes
 * are those in the pipeline that comes of all edits and of the `later` ones; added steps are in its order.
 */
export function editSentences(edits: readonly Edit[], later: readonly Edit[] = []): readonly string[] {
  const all = [...edits, ...later];
  const rules = new Map<string, string[]>();
  for (const edit of edits) {
    if (edit.kind !== "add-rule") continue;
    const operators = rules.get(edit.target);
    if (operators) operators.push(edit.operator);
    else rules.set(edit.target, [edit.operator]);
  }
  const ruled = [...rules].map(([target, operators]) => {
    const names = operators.map((operator) => `\`${operator}\``);
    return names.length === 1
      ? `\`${target}\` takes ${names[0]}`
      : `\`${target}\` takes ${names.length === 2 ? "both" : "all of"} ${listed(names)}`;
  });
  const others = edits.flatMap((edit, i) => {
    if (edit.kind === "add-rule") return [];
    const later = all.slice(i + 1);
    return [{ sentence: editSentence(edit, later), place: edit.kind === "add-pass" ? placeAfter(later, edit.at) : undefined }];
  });
  const first = others.findIndex(({ place }) => place !== undefined);
  const steps = others.filter(({ place }) => place !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const rest = others.slice(Math.max(first, 0)).filter(({ place }) => place === undefined);
  return [...ruled, ...[...others.slice(0, Math.max(first, 0)), ...steps, ...rest].map(({ sentence }) => sentence)];
}

/** Where the step at a place is after edits; undefined if one of them removes it. */
function placeAfter(edits: readonly Edit[], at: number): number | undefined {
  let place = at;
  for (const edit of edits) {
    if (edit.kind === "add-pass") place += edit.at <= place ? 1 : 0;
    else if (edit.kind === "remove-pass") {
      if (edit.at === place) return undefined;
      place -= edit.at < place ? 1 : 0;
    } else if (edit.kind === "move-pass") {
      if (edit.at === place) place = edit.to;
      else {
        place -= edit.at < place ? 1 : 0;
        place += edit.to <= place ? 1 : 0;
      }
    }
  }
  return place;
}

function editSentence(edit: Exclude<Edit, { readonly kind: "add-rule" }>, later: readonly Edit[]): string {
  const step = (verb: string, preposition: string, at: number) => {
    const place = placeAfter(later, at);
    return place === undefined ? verb : `${verb} ${preposition} step ${place + 1}`;
  };
  switch (edit.kind) {
    case "override-rule":
      return `\`${edit.target}\` takes \`${edit.operator}\` whatever its rule says: a last pattern without a check`;
    case "override-check":
      return `\`${edit.pattern}\` once more after itself, without its check`;
    case "add-pattern":
      return `\`${edit.target}\` has one more pattern, \`${edit.name}\`: \`${edit.pattern}\``;
    case "edit-file":
      if (edit.name !== undefined) return `\`${edit.name}\` ${edit.source} → ${edit.text} (line ${edit.line} of \`${edit.file}\`)`;
      return `Line ${edit.line} of \`${edit.file}\`: \`${edit.text}\` instead of \`${edit.source.trim().split(/\s+/).join(" ")}\``;
    case "move-pattern":
      return `\`${edit.pattern}\` is tried before \`${edit.before}\``;
    case "rename-pattern":
      return `\`${edit.pattern}\` is called \`${edit.name}\``;
    case "rename-target":
      return `The target \`${edit.target}\` is called \`${edit.name}\``;
    case "remove-pattern":
      return `\`${edit.pattern}\` is removed from the table of \`${edit.target}\``;
    case "reorder-targets":
      return `The targets are asked in the order ${edit.targets.map((t) => `\`${t}\``).join(", ")}`;
    case "bind":
      return "Parameters are bound: weights become constants";
    case "opt-level":
      return `Opt level ${edit.level}`;
    case "add-pass":
      return `\`${edit.pass}\`${edit.pass === "RemoveStopFusion" ? " (not a pass of TVM)" : ""} ${step("is added", "as", edit.at)}`;
    case "remove-pass":
      return `\`${edit.pass}\` is removed`;
    case "move-pass":
      return `\`${edit.pass}\` ${step("moves", "to", edit.to)}`;
    case "switch-on":
      return `\`${edit.pass}\` is switched on`;
    case "set-option":
      return `\`${edit.pass}\`: \`${edit.option}\` is ${edit.value}`;
    case "set-setting":
      return `\`${edit.setting}\` of \`${edit.target}\` is set to \`${settingText(edit.value)}\``;
    case "give-value":
      return `\`${edit.name}\` in the file of \`${edit.target}\` is given the value \`${edit.value}\``;
    case "set-argument":
      return `The flow of \`${edit.target}\` is run with \`${edit.argument}=${typeof edit.value === "boolean" ? (edit.value ? "True" : "False") : JSON.stringify(edit.value)}\``;
    case "text":
      return `The text is rewritten: ${edit.what}`;
  }
}
