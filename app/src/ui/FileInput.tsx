import type { RefObject } from "react";
import { usePage } from "../state/page.ts";

/** The browser's file chooser, invisible; another element opens it by its ref. Chosen files are opened on the page. */
export function FileInput({
  inputRef,
  label,
  accept,
}: {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept: string;
}) {
  const { actions } = usePage();
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple
      accept={accept}
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = "";
        if (files.length > 0) void actions.openFiles(files);
      }}
    />
  );
}
