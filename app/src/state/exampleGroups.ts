/** The groups of the gallery, in their order. */
export const exampleGroups = { start: "Start here", stop_fusion: "stop_fusion", targets: "Targets", networks: "Whole networks" } as const;

export type ExampleGroup = keyof typeof exampleGroups;
