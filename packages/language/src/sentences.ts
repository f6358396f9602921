/** What the language service says in sentences, each once. */
export const refusals = {
  notRenamable: () => "Only variables, functions, constructors and data types can be renamed.",
  notAName: (name: string) => `\`${name}\` is not a name that can be here.`,
  needsNumber: (name: string) => `\`${name}\` is not a number: what a line \`%12 = ...\` binds is numbered. Write \`let\` to name it.`,
  hasErrors: () => "The text was not laid out, since it has errors: what they cover would be lost.",
  holdsMore: () => "The text was not laid out, since there is more in it than the module.",
  isFragment: () => "The text was not laid out: it is a part of a module, or not Relay's text form.",
  hasRemarks: () => "The text was not laid out, since its comments would be lost: the layout has types after values, and no others.",
  wouldChange: () => "The text was not laid out: it would have been read differently afterwards.",
  taken: (name: string) => `\`${name}\` already means something else here.`,
} as const;
