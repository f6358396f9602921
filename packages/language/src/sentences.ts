/** All messages of the language service. */
export const refusals = {
  notRenamable: () => "Only variables, functions, constructors and data types can be renamed.",
  notAName: (name: string) => `\`${name}\` is not a valid name here.`,
  needsNumber: (name: string) => `\`${name}\` is not a number: what a line \`%12 = ...\` binds is numbered. Write \`let\` to name it.`,
  hasErrors: () => "The text was not formatted, because it has errors: the parts with errors would be lost.",
  holdsMore: () => "The text was not formatted: it has more than a module, log lines for example. Delete the rest.",
  isFragment: () => "The text was not formatted: it is not a whole module in Relay's text form.",
  hasRemarks: () => "The text was not formatted, because its comments would be lost: the format keeps only the types after values.",
  wouldChange: () => "The text was not formatted: its meaning would have changed.",
  taken: (name: string) => `\`${name}\` already means something else here.`,
} as const;
