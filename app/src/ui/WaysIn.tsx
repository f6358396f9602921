import { ClipboardPaste, FolderOpen, LibraryBig, Play } from "lucide-react";
import { useRef } from "react";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "./Button.tsx";
import { FileInput } from "./FileInput.tsx";
import { openable } from "./openable.ts";

/**
 * Ways to open a module: from the clipboard, a file, and with `hasExamples` an example, or a run of the Python that is
 * in the module's place.
 */
export function WaysIn({ hasExamples = false }: { readonly hasExamples?: boolean }) {
  const { actions } = usePage();
  const offer = usePageState((s) => s.notices.find(({ id }) => id === "python")?.action);
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <span className="flex shrink-0 flex-wrap justify-center gap-1.5">
      {hasExamples && offer && (
        <Button
          look="solid"
          icon={Play}
          onClick={() => {
            actions.dismiss("python");
            offer.run();
          }}
        >
          {offer.label}
        </Button>
      )}
      <Button look="outline" icon={ClipboardPaste} onClick={() => void actions.pasteFromClipboard()}>
        Paste
      </Button>
      <Button look="outline" icon={FolderOpen} onClick={() => fileRef.current?.click()}>
        Open
      </Button>
      {hasExamples && !offer && (
        <Button look="outline" icon={LibraryBig} onClick={() => actions.showMenu("Examples")}>
          Examples
        </Button>
      )}
      <FileInput inputRef={fileRef} label="Open a file" accept={openable} />
    </span>
  );
}
