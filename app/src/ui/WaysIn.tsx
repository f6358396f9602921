import { ClipboardPaste, FolderOpen, LibraryBig } from "lucide-react";
import { useRef } from "react";
import { usePage } from "../state/page.ts";
import { Button } from "./Button.tsx";
import { FileInput } from "./FileInput.tsx";
import { openable } from "./openable.ts";

/** Ways to open a module: from the clipboard, a file, and with `hasExamples` an example. */
export function WaysIn({ hasExamples = false }: { readonly hasExamples?: boolean }) {
  const { actions } = usePage();
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <span className="flex shrink-0 flex-wrap justify-center gap-1.5">
      <Button look="outline" icon={ClipboardPaste} onClick={() => void actions.pasteFromClipboard()}>
        Paste
      </Button>
      <Button look="outline" icon={FolderOpen} onClick={() => fileRef.current?.click()}>
        Open
      </Button>
      {hasExamples && (
        <Button look="outline" icon={LibraryBig} onClick={() => actions.showMenu("Examples")}>
          Examples
        </Button>
      )}
      <FileInput inputRef={fileRef} label="Open a file" accept={openable} />
    </span>
  );
}
