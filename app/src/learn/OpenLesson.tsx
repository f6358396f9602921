import { FileUp } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../ui/Button.tsx";
import { FileInput } from "../ui/FileInput.tsx";

/** A button that opens a lesson from a file. */
export function OpenLesson({ children }: { readonly children: ReactNode }) {
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="outline" icon={FileUp} onClick={() => fileRef.current?.click()}>
        {children}
      </Button>
      <FileInput inputRef={fileRef} label="Open a lesson from a file" accept=".md,text/markdown" />
    </>
  );
}
