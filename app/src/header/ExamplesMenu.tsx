import { useRef } from "react";
import { exampleGroups } from "../state/exampleGroups.ts";
import { usePage, usePageState } from "../state/page.ts";
import { FileInput } from "../ui/FileInput.tsx";
import { Menu, MenuEntry, MenuGroup, MenuLine } from "../ui/Menu.tsx";
import { openable } from "../ui/openable.ts";

/** The gallery, with entries for a file and for an empty page. */
export function ExamplesMenu() {
  const { actions, storage } = usePage();
  const examples = usePageState((s) => s.examples);
  const fileRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu name="Examples" width={400}>
        <MenuEntry
          title="Open a file…"
          note="Relay text, an ONNX or TFLite model, a target in Python, a snapshot or a lesson; dropping it on the page does the same."
          onSelect={() => fileRef.current?.click()}
        />
        <MenuEntry title="Empty page" onSelect={actions.clearPage} />
        {storage.hasPrevious() && <MenuEntry title="Back to my last module" onSelect={() => void actions.openPrevious()} />}
        <MenuLine />
        {Object.entries(exampleGroups).map(([group, name]) => (
          <MenuGroup key={group} name={name}>
            {examples
              .filter((example) => example.group === group)
              .map((example) => (
                <MenuEntry
                  key={example.file}
                  title={example.title}
                  note={example.look}
                  onSelect={() => void actions.openExample(example)}
                />
              ))}
          </MenuGroup>
        ))}
      </Menu>
      <FileInput inputRef={fileRef} label="Open a file" accept={openable} />
    </>
  );
}
