/** Examples of searches that need a word of explanation. */
const examples = ["nn.conv2d", "%25", "int8", "1x64x56x56", "groups=32", "@main"];

/**
 * What a search without entries says: that nothing matches only once the engine has answered. `stage` is the pass whose
 * result is searched.
 */
export function emptySearch(isAnswered: boolean, stage: string): string {
  if (!isAnswered) return "Searching…";
  return `Nothing after ${stage} matches, nor a pass, a command or an example. You can ask for ${examples.join(", ")}.`;
}
