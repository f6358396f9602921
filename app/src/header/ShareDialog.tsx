import { limits } from "@relayscope/files";
import { encodeFile, encodeFragment, encodeInSteps, iframe, type Snapshot } from "@relayscope/share";
import { Check, Code, Copy, Download, TriangleAlert } from "lucide-react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { withShownPanes } from "../center/shownPanes.ts";
import { useLoaded } from "../hooks/useLoaded.ts";
import type { Place } from "../state/boxes.ts";
import { inSteps } from "../state/inSteps.ts";
import { usePage, usePageState } from "../state/page.ts";
import { pageAddress } from "../state/site.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { Button } from "../ui/Button.tsx";
import { grouped } from "../ui/format.ts";
import { Modal } from "../ui/Modal.tsx";
import { saveFile } from "../ui/saveFile.ts";
import { ExportForms } from "./ExportForms.tsx";

/** A longer text is packed in parts. */
const largeText = 20_000;

/** The state that a link carries. */
function useSnapshot(): Snapshot {
  const { store, viewports } = usePage();
  const document = usePageState((s) => s.document);
  const view = usePageState((s) => s.view);
  const place = useSyncExternalStore(viewports.onMove, () => JSON.stringify(viewports.snapshot()));
  return useMemo(() => {
    const camera: Place | undefined = place === undefined ? undefined : JSON.parse(place);
    return snapshotOf({ ...store.getState(), document, view }, { snapshot: () => camera });
  }, [store, document, view, place]);
}

/** The fragment of a snapshot; undefined while a large text is packed. */
function useFragment(snapshot: Snapshot): string | undefined {
  const isLarge = snapshot.text.length > largeText;
  const packed = useLoaded(isLarge && snapshot, (isWanted) => inSteps(encodeInSteps(snapshot), isWanted));
  const atOnce = useMemo(() => (isLarge ? undefined : encodeFragment(snapshot)), [snapshot, isLarge]);
  return atOnce ?? (packed?.key === snapshot ? packed.value : undefined);
}

/** The link to the present picture, and a file if the link is too long. */
export function ShareDialog() {
  const { actions } = usePage();
  const [copied, setCopied] = useState("");
  const { title = "", note = "" } = usePageState((s) => s.document);
  const snapshot = useSnapshot();
  const fragment = useFragment(useMemo(() => withShownPanes(snapshot), [snapshot]));
  // A frame of another page has room for one pane, unless two were asked for.
  const framed = useFragment(snapshot);
  const address = pageAddress();
  const link = address === undefined || fragment === undefined ? undefined : `${address}#${fragment}`;
  const length = link?.length ?? 0;
  const isTooLong = length > limits.fileCharacters;
  const isLong = length > limits.warnCharacters;
  const copy = (text: string) => void actions.copyText(text).then((isCopied) => isCopied && setCopied(text));

  return (
    <Modal title="Share this picture" width={560}>
      <p className="text-ink-2">
        A link holds the module, the pipeline, the target where it was edited, and this view. It is all in the part after <b>#</b>, which
        browsers do not send to servers.
      </p>
      <div className="mt-3 grid gap-2">
        <input
          aria-label="Title"
          placeholder="Title (optional)"
          value={title}
          maxLength={limits.titleCharacters}
          onChange={(event) => actions.describe({ title: event.target.value, note })}
          className="h-8 rounded-md border border-line-strong bg-page px-2"
        />
        <textarea
          aria-label="Note"
          placeholder="Note: what to look at"
          rows={2}
          value={note}
          maxLength={limits.noteCharacters}
          onChange={(event) => actions.describe({ title, note: event.target.value })}
          className="rounded-md border border-line-strong bg-page px-2 py-1.5"
        />
      </div>
      {link !== undefined && fragment !== undefined && address !== undefined && !isTooLong && (
        <div className="mt-3 flex gap-2">
          <input
            readOnly
            aria-label="Link"
            value={link}
            onFocus={(event) => event.target.select()}
            className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-page px-2 font-mono text-small text-ink-2"
          />
          <Button look="solid" icon={copied === link ? Check : Copy} className="h-8" onClick={() => copy(link)}>
            {copied === link ? "Copied" : "Copy link"}
          </Button>
          <EmbedButton html={iframe(address, framed ?? fragment, title)} copied={copied} onCopy={copy} />
        </div>
      )}
      <div className="mt-3 flex items-center justify-between gap-4">
        <div className={`flex items-start gap-2 text-small ${isLong ? "text-warn" : "text-ink-3"}`} role="status">
          {isLong && <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />}
          <span>
            {address === undefined
              ? "This page is a file: send the file itself, or a snapshot of it."
              : link === undefined
                ? "Packing the link…"
                : adviceOn(length)}
          </span>
        </div>
        <Button
          look={isTooLong ? "solid" : "outline"}
          icon={Download}
          onClick={() => saveFile("snapshot.relayscope.json", "application/json", encodeFile(snapshot))}
        >
          Save as a file
        </Button>
      </div>
      <ExportForms link={isTooLong ? undefined : link} />
    </Modal>
  );
}

/** Advice on a link of this length. */
function adviceOn(length: number): string {
  const count = `${grouped(length)} characters.`;
  if (length > limits.fileCharacters)
    return `${count} That is too long for a link; send the file instead. It opens by dropping it on the page.`;
  if (length <= limits.warnCharacters) return count;
  return `${count} Some mail and chat programs cut links of this length, and the address of this page does not hold it; the file is safer.`;
}

interface EmbedButtonProps {
  readonly html: string;
  readonly copied: string;
  readonly onCopy: (html: string) => void;
}

/** Copies HTML that shows the picture in another page. */
function EmbedButton({ html, copied, onCopy }: EmbedButtonProps) {
  return (
    <Button
      look="outline"
      icon={copied === html ? Check : Code}
      className="h-8"
      title="HTML for a page or slides: the strip, the picture and Why, without the editor"
      onClick={() => onCopy(html)}
    >
      {copied === html ? "Copied" : "Embed"}
    </Button>
  );
}
