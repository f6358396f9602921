/** What the page puts on the clipboard. */
import { writeClipboard } from "../../ui/writeClipboard.ts";
import type { ActionContext } from "./context.ts";

/** Copies texts. */
export function clipboardActions({ notify }: ActionContext) {
  return {
    /** Copies a text and reports `done`, if given, or that the browser refused. Returns whether the text was copied. */
    copyText: async (text: string, done?: string): Promise<boolean> => {
      const isCopied = await writeClipboard(text);
      if (!isCopied) void import("./readClipboard.ts").then(({ sayUnwritten }) => sayUnwritten(notify));
      else if (done !== undefined) notify({ id: "copied", tone: "info", text: done });
      return isCopied;
    },
  };
}
