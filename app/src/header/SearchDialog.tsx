import type { Range } from "@relayscope/engine";
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useMemo, useState } from "react";
import { commands, keyCaps } from "../state/commands.ts";
import { shownStage } from "../state/model.ts";
import { modelNodesIn } from "../state/modelNodes.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useGraph } from "../state/useGraph.ts";

const mostNodes = 60;

/** Search over the nodes on screen, the passes, the gallery, and the page's commands. */
export function SearchDialog() {
  const page = usePage();
  const { actions } = page;
  const stage = usePageState(shownStage);
  const pipeline = usePageState((s) => s.document.pipeline);
  const examples = usePageState((s) => s.examples);
  const graph = useGraph(stage, "after", "operators")?.answer.graph;
  const [query, setQuery] = useState("");
  const words = useMemo(
    () =>
      query
        .toLowerCase()
        .split(/\s+/)
        .filter((w) => w !== ""),
    [query],
  );
  const matches = (...texts: readonly string[]) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((w) => text.includes(w));
  };
  const nodes = useMemo(() => {
    const found = [];
    for (const node of words.length === 0 ? [] : (graph?.nodes ?? [])) {
      const text = `${node.label} ${node.detail} ${node.type}`.toLowerCase();
      if (words.every((w) => text.includes(w))) found.push(node);
      if (found.length === mostNodes) break;
    }
    return found;
  }, [graph, words]);
  const modelNodes = useModelNodes(words);
  const close = (run: () => void) => () => {
    actions.showDialog(undefined);
    run();
  };
  const passes = ["Input", ...pipeline.map((p) => p.pass)].map((name, i) => ({ name, i })).filter((p) => matches("pass", p.name));
  const regions = (graph?.regions ?? [])
    .map((region, index) => ({ ...region, index }))
    .filter((r) => words.length > 0 && matches("region", r.label, r.target))
    .slice(0, 20);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && actions.showDialog(undefined)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(10_13_20/0.42)]" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[600px] max-w-[94vw] -translate-x-1/2 overflow-hidden rounded-xl border border-line-strong bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command shouldFilter={false} loop label="Search">
            <Command.Input
              autoFocus
              value={query}
              onValueChange={setQuery}
              placeholder="Search nodes, passes, examples, commands"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-ink-3"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-6 text-center text-ink-3">Nothing matches.</Command.Empty>
              {nodes.length > 0 && (
                <Heading text={`Nodes after ${pipeline[stage - 1]?.pass ?? "reading"}`}>
                  {nodes.map((node) => (
                    <Entry
                      key={node.id}
                      value={`node ${node.id}`}
                      title={node.label}
                      note={node.type}
                      onSelect={close(() => {
                        actions.select(stage, [node.id], true);
                        actions.tell("node", "after");
                      })}
                    />
                  ))}
                </Heading>
              )}
              {modelNodes.length > 0 && (
                <Heading text="Nodes of the ONNX model">
                  {modelNodes.map(({ name, range }) => (
                    <Entry
                      key={name}
                      value={`onnx ${name}`}
                      title={name}
                      note=""
                      onSelect={close(() => {
                        void actions.selectText(range);
                        actions.tell("node", "after");
                      })}
                    />
                  ))}
                </Heading>
              )}
              {regions.length > 0 && (
                <Heading text="Regions">
                  {regions.map((region) => (
                    <Entry
                      key={region.label}
                      value={`region ${region.id} ${region.label}`}
                      title={region.label}
                      note={`${region.inputs} in, ${region.outputs} out`}
                      onSelect={close(() => {
                        void actions.selectRegion(stage, region.index, true);
                        actions.tell("why", "after");
                      })}
                    />
                  ))}
                </Heading>
              )}
              {passes.length > 0 && (
                <Heading text="Passes">
                  {passes.map((p) => (
                    <Entry key={p.i} value={`pass ${p.i}`} title={p.name} note="" onSelect={close(() => actions.showStage(p.i))} />
                  ))}
                </Heading>
              )}
              <Commands words={words} close={close} />
              {examples.some((e) => matches("example", e.title)) && (
                <Heading text="Examples">
                  {examples
                    .filter((e) => matches("example", e.title))
                    .map((e) => (
                      <Entry
                        key={e.file}
                        value={`example ${e.file}`}
                        title={e.title}
                        note=""
                        onSelect={close(() => void actions.openExample(e))}
                      />
                    ))}
                </Heading>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The model's nodes whose names have all words, where the text was imported; each with the last of its places. */
function useModelNodes(words: readonly string[]): readonly { readonly name: string; readonly range: Range }[] {
  const text = usePageState((s) => s.document.text);
  const places = useMemo(() => modelNodesIn(text), [text]);
  return useMemo(() => {
    if (words.length === 0) return [];
    const found = [...places].filter(([name]) => words.every((w) => name.toLowerCase().includes(w)));
    return found.slice(0, mostNodes).map(([name, range]) => ({ name, range }));
  }, [places, words]);
}

function Commands({ words, close }: { readonly words: readonly string[]; readonly close: (run: () => void) => () => void }) {
  const page = usePage();
  const found = commands.filter((c) => words.every((w) => c.title.toLowerCase().includes(w)));
  if (found.length === 0) return null;
  return (
    <Heading text="Commands">
      {found.map((c) => (
        <Entry
          key={c.id}
          value={`command ${c.id}`}
          title={c.title}
          note={c.keys ? keyCaps(c.keys[0] ?? "").join("+") : ""}
          onSelect={close(() => c.run(page))}
        />
      ))}
    </Heading>
  );
}

function Heading({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <Command.Group
      heading={text}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[11px] [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:tracking-wide [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:uppercase"
    >
      {children}
    </Command.Group>
  );
}

interface EntryProps {
  readonly value: string;
  readonly title: string;
  readonly note: string;
  readonly onSelect: () => void;
}

function Entry({ value, title, note, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1.5 aria-selected:bg-accent-soft"
    >
      <span className="shrink-0 font-medium">{title}</span>
      <span className="min-w-0 flex-1 truncate text-right font-mono text-[11px] text-ink-3">{note}</span>
    </Command.Item>
  );
}
