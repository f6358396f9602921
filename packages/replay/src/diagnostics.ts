/** Replay's messages, each sentence once. */

/** Why a line that is asked about has no node where targets are chosen. */
export const noNodes = {
  noCall: "These lines have no call.",
  unused: (name: string, owner: string) => `Nothing uses \`${name}\`: it is not part of \`@${owner}\`.`,
  folded: (pass: string, line: number) => `\`${pass}\` computed the call of line ${line}: when targets are chosen, it is a constant.`,
  removed: (pass: string, line: number) => `\`${pass}\` removed the call of line ${line} before targets are chosen.`,
  other: "The call is gone when targets are chosen: an earlier pass computed or removed it.",
} as const;
