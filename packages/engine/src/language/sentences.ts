/** What the language service says in sentences, each once. */
export const refusals = {
  notRenamable: () => "Only variables, functions, constructors and data types can be renamed.",
  notAName: (name: string) => `\`${name}\` is not a name that can stand here.`,
  needsNumber: (name: string) => `\`${name}\` is not a number: what a line \`%12 = ...\` binds is numbered. Write \`let\` to name it.`,
  taken: (name: string) => `\`${name}\` already means something else here.`,
} as const;
