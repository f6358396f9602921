/** Limits of links. Lengths of links are in characters, of contents in bytes. */
export const limits = {
  /** No content may inflate beyond this. */
  contentBytes: 8 * 1024 * 1024,
  /** From here on the page warns that some programs cut links. */
  warnCharacters: 4_000,
  /** From here on a file is offered instead. */
  fileCharacters: 32_000,
  titleCharacters: 200,
  noteCharacters: 4_000,
} as const;
