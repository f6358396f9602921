/** A file of its own has no full editor, thus no part of it. */
export const parts: readonly (() => Promise<unknown>)[] = [];
