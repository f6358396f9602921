/** What stands around Relay in mails, logs and notebooks, blanked out. */
export interface CleanText {
  /** As long as the text it was made of, so that offsets are the same. */
  readonly text: string;
  /** Lines that were blanked out, counted from zero. */
  readonly blankLines: ReadonlySet<number>;
}

export function cleanPaste(text: string): CleanText {
  return { text, blankLines: new Set() };
}
