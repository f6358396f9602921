/** What the language service says in sentences, each once. */
export const refusals = {
  notRenamable: () => "Only variables, functions, constructors and data types can be renamed.",
  notAName: (name: string) => `\`${name}\` is not a valid name here.`,
  needsNumber: (name: string) => `\`${name}\` is not a number: what a line \`%12 = ...\` binds is numbered. Write \`let\` to name it.`,
  hasErrors: () => "The text was not formatted, because it has errors: the parts with errors would be lost.",
  holdsMore: () => "The text was not formatted, because it holds more than the module.",
  isFragment: () => "The text was not formatted: it is a part of a module, or not Relay's text form.",
  hasRemarks: () => "The text was not formatted, because its comments would be lost: the format keeps only the types after values.",
  wouldChange: () => "The text was not formatted: its meaning would have changed.",
  taken: (name: string) => `\`${name}\` already means something else here.`,
} as const;
