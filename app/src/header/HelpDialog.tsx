import { GuideLink } from "../guide/GuideLink.tsx";
import { commands } from "../state/commands/commands.ts";
import { keyCaps } from "../state/commands/shortcuts.ts";
import { usePage } from "../state/page.ts";
import { isOffline } from "../state/site.ts";
import { Key } from "../ui/Key.tsx";
import { Modal } from "../ui/Modal.tsx";

interface KeyRow {
  readonly keys: readonly string[];
  readonly what: string;
}

const pageKeys: readonly KeyRow[] = commands.flatMap(({ keys, title }) => {
  const chord = keys?.[0];
  return chord === undefined ? [] : [{ keys: keyCaps(chord), what: title }];
});

const pictureKeys: readonly KeyRow[] = [
  { keys: ["↑", "↓"], what: "To the producer, to the consumer; with Shift to the next of them" },
  { keys: ["Enter"], what: "Open the card, show more about the node" },
  { keys: ["Shift", "Enter"], what: "Open the stack that a run represents, at its first repetition" },
  { keys: ["Space"], what: "Keep the node, and ask about it and the one that you go to" },
  { keys: ["Page Up", "Page Down"], what: "To the repetition before and after, in an open stack" },
  { keys: ["Backspace"], what: "Close what the node is in: an opened card, a composite, a branch" },
  { keys: ["Tab"], what: "Into the picture, and out of it" },
  { keys: ["Ctrl", "wheel"], what: "Zoom, as pinching does; the wheel and dragging pan" },
];

const editorKeys: readonly KeyRow[] = [
  { keys: ["Ctrl", "Space"], what: "Complete operators, attributes, names; in patterns of the Target tab, too" },
  { keys: ["F12"], what: "Go to where a name is bound; Shift+F12 lists its uses" },
  { keys: ["F2"], what: "Rename a variable or a function" },
  { keys: ["Ctrl", "Shift", "O"], what: "Go to a function or a binding by name" },
  { keys: ["Shift", "Alt", "F"], what: "Format the text as TVM prints it" },
  { keys: ["Esc"], what: "Leave the editor for the picture; Tab leaves it until you write in it" },
  { keys: ["F8"], what: "Go to the next problem" },
];

/** What the page cannot do here, and where it could; undefined if it can do everything. */
function missingHere(): string | undefined {
  if (isOffline || isSecureContext) return undefined;
  return "This page came over plain http, so the browser does not keep it for offline use. Open it over https for that.";
}

/** What the page is and which keys it takes. */
export function HelpDialog() {
  const { actions } = usePage();
  const missing = missingHere();
  return (
    <Modal title="Relayscope" width={940}>
      <p className="text-ink-2">
        Paste Relay (what <code className="font-mono text-small">print(mod)</code> gives, a fragment, a log around it, or the script that
        builds it) on the left, pick a target, and step through the passes. Each compiler region is colored and hatched; a sign at the
        corner marks what the pass made or changed. Select a node to see its attributes, where it came from, and why its region ends there.
        The passes are those of TVM 0.19.0. Nothing leaves this browser.
      </p>
      <p className="mt-1.5">
        <GuideLink address="topic/byoc" about="the flow" text="The guide" /> explains every pass, target and cause, with a small module for
        each.
        {!isOffline && (
          <>
            {" "}
            <button type="button" className="font-medium text-accent hover:underline" onClick={() => actions.learn({ kind: "list" })}>
              Learn
            </button>{" "}
            is a course for newcomers to TVM.
          </>
        )}
      </p>
      {missing && <p className="mt-1.5 text-warn">{missing}</p>}
      <div className="grid gap-x-8 sm:grid-cols-2">
        <KeyTable title="Keys" rows={pageKeys} />
        <div>
          <KeyTable title="Keys on the picture" rows={pictureKeys} />
          <KeyTable title="Keys in the text" rows={editorKeys} />
        </div>
      </div>
    </Modal>
  );
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <section>
      <h2 className="mt-4 mb-1.5 font-semibold">{title}</h2>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1.5">
        {rows.map((row) => (
          <div key={row.what} className="contents">
            <dt className="flex gap-1">
              {row.keys.map((k) => (
                <Key key={k}>{k}</Key>
              ))}
            </dt>
            <dd className="text-ink-2">{row.what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
