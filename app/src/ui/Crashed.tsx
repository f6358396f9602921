import { createRoot } from "react-dom/client";
import type { Page } from "../state/page.ts";
import { Button } from "./Button.tsx";
import { saveFile } from "./saveFile.ts";

/** Shows the user's text in place of a page that crashed. */
export function showCrash(root: HTMLElement, page: Page, error: unknown): void {
  createRoot(root).render(<Crashed page={page} reason={error instanceof Error ? error.message : String(error)} />);
}

function Crashed({ page, reason }: { readonly page: Page; readonly reason: string }) {
  const { text } = page.store.getState().document;
  return (
    <main className="mx-auto flex h-full max-w-3xl flex-col gap-3 p-8">
      <h1 className="text-head font-semibold">The page stopped because of an error in Relayscope</h1>
      <p>
        The error is: <code className="font-mono">{reason}</code>
      </p>
      <p>Your text is below. Save it before you reload the page. If the error comes back, open the page without the document.</p>
      <div className="flex gap-2">
        <Button look="solid" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <Button look="outline" onClick={() => saveFile("module.relay", "text/plain", text)}>
          Save the text
        </Button>
        <Button
          look="outline"
          onClick={() => {
            page.storage.forgetDocument();
            location.assign(location.pathname);
          }}
        >
          Open without the document
        </Button>
      </div>
      <textarea
        readOnly
        aria-label="Your text"
        value={text}
        className="min-h-0 flex-1 rounded-md border border-line p-2 font-mono text-small"
      />
    </main>
  );
}
