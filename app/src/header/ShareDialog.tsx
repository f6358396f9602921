import { encodeFile, encodeFragment, limits } from "@relayscope/share";
import { Check, Copy, Download, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { usePage } from "../state/page.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";

/** The link to the present picture, and a file where it is too long for one. */
export function ShareDialog() {
  const { store, camera } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  const snapshot = useMemo(() => snapshotOf(store.getState(), camera), [store, camera]);
  const link = useMemo(() => `${location.origin}${location.pathname}#${encodeFragment(snapshot)}`, [snapshot]);
  const isTooLong = link.length > limits.fileCharacters;
  const isLong = link.length > limits.warnCharacters;

  function download() {
    const url = URL.createObjectURL(new Blob([encodeFile(snapshot)], { type: "application/json" }));
    const anchor = document.createElement("a");
    anchor.href = url;
    anchor.download = "snapshot.relayscope.json";
    anchor.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Modal title="Share this picture" width={560}>
      <p className="text-ink-2">
        The link holds the module, the pipeline, the target where it was edited, and this view. It is all in the part behind <b>#</b>, which
        browsers do not send to servers.
      </p>
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
        <Button look={isTooLong ? "solid" : "outline"} icon={Download} onClick={download}>
          Save as a file
        </Button>
      </div>
    </Modal>
  );
}
