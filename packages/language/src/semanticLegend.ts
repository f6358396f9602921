/** What the numbers in semantic tokens mean: a type by its place in the list, modifiers as bits by theirs. */
export const semanticLegend = {
  types: ["function", "operator", "unknown", "parameter", "variable", "temporary", "constructor", "type", "attribute"],
  modifiers: ["declaration", "free"],
} as const;

export type SemanticType = (typeof semanticLegend.types)[number];
