const kib = 1024;
const mib = 1024 * kib;

/** Limits on untrusted input, stated only here. Lengths of links are in characters, of contents in bytes. */
export const limits = {
  /** The content of a link or an exported page, once it is inflated. */
  linkBytes: 8 * mib,
  /** From here on the page warns that some programs cut links. */
  warnCharacters: 4_000,
  /** From here on a file is offered instead. */
  fileCharacters: 32_000,
  /** A name in a link: of a target, a pass, an operator. */
  nameCharacters: 1_000,
  titleCharacters: 200,
  noteCharacters: 4_000,
  /** How deep values may nest in a pass's options. */
  optionDepth: 8,
  /** Steps of a pipeline. A file's flow has up to 1,000 passes, and a step of its own between two of them. */
  pipelineSteps: 2_500,
  /** A text that is opened or pasted: Relay, a saved module, a recording, a snapshot's file. */
  textBytes: 32 * mib,
  /** Python files of a target: how many, and how long each. */
  targetFiles: 20,
  targetFileCharacters: mib,
  /** Cells of a Jupyter notebook. */
  notebookCells: 10_000,
  lessonBytes: 256 * kib,
  lessonSteps: 60,
  /** The list of the files in a zip archive. */
  archiveListBytes: 4 * mib,
  /** A file of any kind; one that comes packed, once it is unpacked. */
  fileBytes: 512 * mib,
  /**
   * How much longer a content may be than its packed form: this many bytes, and this factor. Relay texts shrink by 5 to
   * 60, chains of one call by up to 410; deflate reaches 1,032 on a single repeated character.
   */
  inflation: { bytes: kib, factor: 500 },
} as const;

/** The most bytes that `packed` bytes may hold. */
export function mostInflated(packed: number): number {
  return limits.inflation.bytes + limits.inflation.factor * packed;
}
