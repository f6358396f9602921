import { encodeFile, encodeFragment, limits } from "@relayscope/share";
import { Check, Copy, Download, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { saveFile } from "../ui/saveFile.ts";
import { TakeAlong } from "./TakeAlong.tsx";

/** The link to the present picture, and a file where it is too long for one. */
export function ShareDialog() {
  const { store, viewports, actions } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  const { title = "", note = "" } = usePageState((s) => s.document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written here goes into the link
  const snapshot = useMemo(() => snapshotOf(store.getState(), viewports), [store, viewports, title, note]);
  const link = useMemo(() => `${location.origin}${location.pathname}#${encodeFragment(snapshot)}`, [snapshot]);
  const isTooLong = link.length > limits.fileCharacters;
  const isLong = link.length > limits.warnCharacters;

  return (
    <Modal title="Share this picture" width={560}>
      <p className="text-ink-2">
        The link holds the module, the pipeline, the target where it was edited, and this view. It is all in the part behind <b>#</b>, which
        browsers do not send to servers.
      </p>
      <div className="mt-3 grid gap-2">
        <input
          aria-label="Title"
          placeholder="Title: a line for who opens it"
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
      {!isTooLong && (
        <div className="mt-3 flex gap-2">
          <input
            readOnly
            aria-label="Link"
            value={link}
            onFocus={(event) => event.target.select()}
            className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-page px-2 font-mono text-[12px] text-ink-2"
          />
          <Button
            look="solid"
            icon={isCopied ? Check : Copy}
            className="h-8"
            onClick={() => {
              void navigator.clipboard.writeText(link).then(() => setIsCopied(true));
            }}
          >
            {isCopied ? "Copied" : "Copy link"}
          </Button>
        </div>
      )}
      <div className="mt-3 flex items-center justify-between gap-4">
        <div className={`flex items-start gap-2 text-[12px] ${isLong ? "text-warn" : "text-ink-3"}`} role="status">
          {isLong && <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />}
          <span>
            {link.length.toLocaleString("en-US")} characters.{" "}
            {isTooLong
              ? "That is too long for a link; send the file instead. It opens by dropping it on the page."
              : isLong
                ? "Some mail and chat programs cut links of this length; the file is safer."
                : ""}
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
      <TakeAlong link={isTooLong ? undefined : link} />
    </Modal>
  );
}
