import { Key } from "../ui/Key.tsx";
import { Modal } from "../ui/Modal.tsx";

const keys: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ["←", "→"], what: "step through the passes" },
  { keys: ["↑", "↓"], what: "on the picture: to the producer, to the consumer" },
  { keys: ["/"], what: "search nodes, passes, regions, commands" },
  { keys: ["f"], what: "fit the whole picture" },
  { keys: ["z"], what: "bring the selection into view" },
  { keys: ["+", "-"], what: "zoom; the wheel does the same, dragging pans" },
  { keys: ["1", "2", "3"], what: "before | after, one pane, text difference" },
  { keys: ["v", "c", "b", "m"], what: "variables, constants, begin and end annotations, map" },
  { keys: ["Ctrl", "Z"], what: "undo a change of pipeline or target" },
  { keys: ["Esc"], what: "let go of the selection, close" },
];

const editorKeys: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ["Ctrl", "Space"], what: "complete operators, attributes, names; in patterns of the Target tab, too" },
  { keys: ["F12"], what: "go to where a name is bound; Shift+F12 lists its uses" },
  { keys: ["F2"], what: "rename a variable or a function" },
  { keys: ["Ctrl", "Shift", "O"], what: "go to a function or a binding by name" },
  { keys: ["Shift", "Alt", "F"], what: "lay the text out as TVM prints it" },
  { keys: ["F8"], what: "go to the next problem" },
];

/** What the page is and which keys it takes. */
export function HelpDialog() {
  return (
    <Modal title="Relayscope" width={940}>
      <p className="text-ink-2">
        Paste Relay (what <code className="font-mono text-[12px]">print(mod)</code> gives, a fragment, or a log around it) on the left, pick
        a target, and step through the passes. Each compiler region is colored and hatched; a dot marks what the pass made or changed.
        Select a node to see its attributes, where it came from, and why there is a boundary beside it. The passes are those of TVM 0.19.0.
        Nothing leaves this browser.
      </p>
      <div className="grid gap-x-8 sm:grid-cols-2">
        <KeyTable title="Keys" rows={keys} />
        <KeyTable title="Keys in the text" rows={editorKeys} />
      </div>
    </Modal>
  );
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: typeof keys }) {
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
