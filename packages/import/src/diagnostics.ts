/** Messages about reading and importing model files of any format. */

/** Thrown where a file is not a model that can be read. */
export class ModelFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Thrown by a converter where the reference raises: the sentence says what it cannot convert, without the node. */
export class ConversionFailure extends Error {
  constructor(
    message: string,
    readonly code = "model-not-converted",
  ) {
    super(message);
  }
}

export const messages = {
  unknownValues: () =>
    new ConversionFailure("it needs the values of a constant, and they are not known: the file lacks them, or they could not be computed."),
  tooManyVariables: () =>
    new ModelFailure("model-too-many-variables", "Its branches use too many inputs, each in too many places: the import stops here."),
  tooManyNodes: (limit: number) =>
    new ModelFailure("model-too-many-nodes", `The import makes more than ${limit} nodes: the import stops here.`),
};

export function quoted(name: string): string {
  return `\`${name}\``;
}
