import type { Range, SearchHit, WordAnswer } from "@relayscope/engine";
import { contentWords } from "@relayscope/engine";
import { guideOf, searchOf } from "@relayscope/guide";
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useReturn } from "../hooks/useReturn.ts";
import { nodesOfBoundary } from "../inspector/causes/boundaryNames.ts";
import { goToProblem, placeOf } from "../left/goToProblem.ts";
import { commands } from "../state/commands/commands.ts";
import { keyCaps } from "../state/commands/shortcuts.ts";
import { shownStage } from "../state/model.ts";
import { modelNodesIn } from "../state/modelNodes.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { emptySearch } from "./emptySearch.ts";
import { type FoundCause, foundCauses, foundProblems } from "./foundCauses.ts";
import { foundTargets } from "./foundTargets.ts";
import { hasAll, wordsIn } from "./words.ts";

const mostModelNodes = 60;

/** Search over the shown stage, the passes, the gallery, and the page's commands. */
export function SearchDialog() {
  const page = usePage();
  const { actions } = page;
  const stage = usePageState(shownStage);
  const pipeline = usePageState((s) => s.document.pipeline);
  const examples = usePageState((s) => s.examples);
  const [query, setQuery] = useState(() => page.store.getState().typedAhead);
  const asked = query.trim();
  const { value: answer, isCurrent: isFound } = useAnswer(
    asked === "" ? undefined : { key: `search/${stage}/${asked}`, stage, ask: (engine, epoch) => engine.search(epoch, stage, asked) },
  );
  const hits = asked === "" ? [] : (answer?.hits ?? []);
  const last = pipeline.length;
  const { value: said, isCurrent: isSaid } = useAnswer(
    asked === ""
      ? undefined
      : { key: `words/${stage}/${asked}`, stage: last, ask: (engine, epoch) => engine.answersInWords(epoch, stage, asked) },
  );
  const inWords = asked === "" ? [] : (said ?? []);
  // Search results come after the other entries when they arrive, but are shown before them.
  const [chosen, setChosen] = useState("");
  const words = useMemo(() => wordsIn(query), [query]);
  const { causes, isKnown } = useFoundCauses(stage, words, inWords.length > 0);
  const first = inWords[0] ? valueOfAnswer(inWords[0]) : hits[0] ? valueOf(hits[0]) : causes[0] && valueOfCause(causes[0]);
  useEffect(() => {
    if (first !== undefined) setChosen(first);
  }, [first]);
  // If the chosen entry goes, Enter opens the first one.
  const watch = useCallback((list: HTMLDivElement) => {
    const observer = new MutationObserver(() => {
      if (list.querySelector("[cmdk-item][aria-selected=true]")) return;
      setChosen(list.querySelector("[cmdk-item]")?.getAttribute("data-value") ?? "");
    });
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const matches = (...texts: readonly string[]) => hasAll(texts.join(" "), words);
  const modelNodes = useModelNodes(words);
  const close = (run: () => void) => () => {
    actions.showDialog(undefined);
    run();
  };
  const passes = ["Input", ...pipeline.map((p) => p.pass)].map((name, i) => ({ name, i })).filter((p) => matches("pass", p.name));
  const { toPicture, onCloseAutoFocus } = useReturn();
  const show = (hit: SearchHit) => {
    toPicture();
    if (hit.region === undefined) actions.select(stage, hit.nodes, true);
    else void actions.selectRegion(stage, hit.region, true);
    actions.inspect();
  };
  const showSource = (range: Range) => {
    void actions.selectText(range);
    actions.inspect();
  };
  const showAnswer = ({ from, to }: WordAnswer) => {
    if (from === undefined) {
      actions.showInspector("regions");
      return;
    }
    toPicture();
    if (to === undefined) actions.select(stage, [from], true);
    else actions.selectPair({ stage, producer: from, consumer: to }, { nodes: [from, to], reveal: true });
    actions.inspect();
  };
  const filter = (isInverted: boolean) => actions.setFilter({ query: asked, isInverted });
  const name = pipeline[stage - 1]?.pass ?? "reading";
  const more = answer ? answer.total - hits.filter((hit) => hit.kind === "node").length : 0;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && actions.showDialog(undefined)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(10_13_20/0.42)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-[12vh] left-1/2 z-50 w-[680px] max-w-[94vw] -translate-x-1/2 overflow-hidden rounded-xl border border-line-strong bg-raised shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Command shouldFilter={false} loop label="Search" value={chosen} onValueChange={setChosen}>
            <Command.Input
              autoFocus
              value={query}
              onValueChange={setQuery}
              placeholder="Search nodes (conv2d, %25, int8, groups=32), regions, passes, commands"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-head outline-none placeholder:text-ink-3"
            />
            <Command.List ref={watch} className="max-h-[52vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-6 text-center text-ink-3">{emptySearch(isFound && isSaid && isKnown, name)}</Command.Empty>
              {inWords.length > 0 && (
                <Heading text="Answers">
                  {inWords.map((answer) => (
                    <Command.Item
                      key={valueOfAnswer(answer)}
                      value={valueOfAnswer(answer)}
                      onSelect={close(() => showAnswer(answer))}
                      className="flex cursor-pointer flex-col rounded-md px-2.5 py-1.5 aria-selected:bg-accent-soft"
                    >
                      <span className="font-medium">{answer.title}</span>
                      <span className="text-small text-ink-2">
                        <Prose text={answer.sentence} />
                      </span>
                    </Command.Item>
                  ))}
                </Heading>
              )}
              {kinds.map(({ kind, heading }) => (
                <Entries
                  key={kind}
                  heading={kind === "node" ? `Nodes after ${name}` : heading}
                  entries={hits
                    .filter((hit) => hit.kind === kind)
                    .map((hit) =>
                      entryOf(
                        hit,
                        close(() => show(hit)),
                      ),
                    )}
                />
              ))}
              {more > 0 && <p className="px-2.5 pb-1 text-small text-ink-3">and {plural(more, "more node")}: another word narrows it</p>}
              <Causes causes={causes} stage={stage} close={close} toPicture={toPicture} />
              <Problems words={words} close={close} />
              <Entries
                heading="Nodes of the model"
                entries={modelNodes.map(({ name, range }) => ({
                  value: `model ${name}`,
                  title: name,
                  onSelect: close(() => showSource(range)),
                }))}
              />
              <Entries
                heading="Passes"
                entries={passes.map(({ name, i }) => ({ value: `pass ${i}`, title: name, onSelect: close(() => actions.showStage(i)) }))}
              />
              <Commands words={words} close={close} />
              <Targets words={words} close={close} />
              {!inWords.some(({ isExact }) => isExact) && <GuidePages words={contentWords(query)} close={close} />}
              <Entries
                heading="Examples"
                entries={examples.flatMap((e) => {
                  if (!matches("example", e.title)) return [];
                  return [{ value: `example ${e.file}`, title: e.title, onSelect: close(() => void actions.openExample(e)) }];
                })}
              />
            </Command.List>
            {answer && hits.length > 0 && (
              <div className="flex items-center gap-2 border-t border-line px-4 py-1.5">
                <span className="flex-1 text-small text-ink-3">{plural(answer.ids.length, "node")} in the picture</span>
                <Button look="outline" onClick={close(() => filter(false))}>
                  Dim the rest
                </Button>
                <Button look="outline" onClick={close(() => filter(true))}>
                  Dim {answer.ids.length === 1 ? "it" : "them"}
                </Button>
              </div>
            )}
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The causes that a search names. An answer in words is about the same causes, and takes their place. */
function useFoundCauses(stage: number, words: readonly string[], isAnswered: boolean) {
  const { value: why, isCurrent: isKnown } = useAnswer(
    words.length === 0 ? undefined : { key: `why/${stage}`, stage, ask: (engine, epoch) => engine.why(epoch, stage) },
  );
  const causes = useMemo(() => (isAnswered ? [] : foundCauses(words, why)), [isAnswered, words, why]);
  return { causes, isKnown };
}

const kinds = [
  { kind: "region", heading: "Regions" },
  { kind: "frame", heading: "Composites and functions" },
  { kind: "node", heading: "Nodes" },
] as const;

/** A value that distinguishes a hit from the other entries. */
function valueOfAnswer({ kind, title, from, to }: WordAnswer): string {
  return `answer ${kind} ${title} ${from} ${to}`;
}

function valueOfCause({ line, boundary: { from, to } }: FoundCause): string {
  return `boundary ${line.code} ${from.id} ${to.id}`;
}

function valueOf(hit: SearchHit): string {
  return `${hit.kind} ${hit.title} ${hit.region ?? ""} ${hit.nodes[0] ?? ""}`;
}

/** A hit with its line of the input, its region and its type. */
function entryOf(hit: SearchHit, onSelect: () => void): EntryProps {
  const region = hit.kind === "node" ? hit.regionLabel || "host" : hit.regionLabel;
  const note = [hit.line === undefined ? "" : `line ${hit.line}`, region, hit.type].filter((part) => part !== "").join(" · ");
  return { value: valueOf(hit), title: hit.title, detail: hit.name || hit.detail, note, onSelect };
}

/** The nodes of an imported model whose names have all words; each with its last place. */
function useModelNodes(words: readonly string[]): readonly { readonly name: string; readonly range: Range }[] {
  const text = usePageState((s) => s.document.text);
  const places = useMemo(() => modelNodesIn(text), [text]);
  return useMemo(() => {
    if (words.length === 0) return [];
    const found = [...places].filter(([name]) => hasAll(name, words));
    return found.slice(0, mostModelNodes).map(([name, range]) => ({ name, range }));
  }, [places, words]);
}

/** The most pages of the guide that are shown. */
const mostPages = 6;

interface GroupProps {
  readonly words: readonly string[];
  /** What closes the dialog, then runs. */
  readonly close: (run: () => void) => () => void;
}

function GuidePages({ words, close }: GroupProps) {
  const { actions } = usePage();
  const catalog = usePageState((s) => s.catalog);
  const search = useMemo(() => catalog && searchOf(guideOf(catalog)), [catalog]);
  const asked = words.join(" ");
  const found = useMemo(() => search?.(asked) ?? [], [search, asked]);
  const entries = found.slice(0, mostPages).map(({ page: { address, title }, excerpt }) => {
    return { value: `guide ${address}`, title, note: excerpt, onSelect: close(() => actions.showGuide(address)) };
  });
  return <Entries heading="Guide" entries={entries} />;
}

/** Targets by name: choosing an entry chooses the target. */
function Targets({ words, close }: GroupProps) {
  const { actions } = usePage();
  const chosen = usePageState((s) => s.document.target);
  const custom = usePageState((s) => s.document.customTargets);
  const builtIn = usePageState((s) => s.catalog?.targets);
  const entries = foundTargets(words, custom, builtIn ?? []).map(({ name, title }) => {
    const note = name === chosen ? "chosen" : title;
    return { value: `target ${name}`, title: `Target ${name}`, note, onSelect: close(() => actions.chooseTarget(name)) };
  });
  return <Entries heading="Targets" entries={entries} />;
}

interface CausesProps extends Pick<GroupProps, "close"> {
  readonly causes: readonly FoundCause[];
  readonly stage: number;
  /** Lets the focus go to the picture as the dialog closes. */
  readonly toPicture: () => void;
}

/** Causes of boundaries: choosing an entry selects the first boundary, and opens the cause in the list of all. */
function Causes({ causes, stage, close, toPicture }: CausesProps) {
  const { actions } = usePage();
  const show = ({ line, boundary }: FoundCause) => {
    toPicture();
    actions.expand(`cause ${line.code} ${line.subject} ${line.target}`, true, "cause ");
    const { from, to } = boundary;
    actions.selectPair({ stage, producer: from.id, consumer: to.id }, { nodes: nodesOfBoundary(boundary), reveal: true });
    actions.showInspector("improve");
  };
  const entries = causes.map((found) => {
    return { value: valueOfCause(found), title: found.title, note: found.note, onSelect: close(() => show(found)) };
  });
  return <Entries heading="Causes of boundaries" entries={entries} />;
}

/** Problems by their messages: choosing an entry goes to the place. */
function Problems({ words, close }: GroupProps) {
  const page = usePage();
  const problems = usePageState((s) => s.run.problems);
  const entries = foundProblems(words, problems).map((problem) => {
    const title = problem.message.replaceAll("`", "");
    const value = `problem ${problems.indexOf(problem)}`;
    return { value, title, note: placeOf(problem), onSelect: close(() => goToProblem(page, problem)) };
  });
  return <Entries heading="Problems" entries={entries} />;
}

function Commands({ words, close }: GroupProps) {
  const page = usePage();
  const found = commands.filter(({ title }) => hasAll(title, words));
  const entries = found.map(({ id, title, keys: [keys = ""], run }) => {
    return { value: `command ${id}`, title, note: keyCaps(keys).join("+"), onSelect: close(() => run(page)) };
  });
  return <Entries heading="Commands" entries={entries} />;
}

function Heading({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <Command.Group
      heading={text}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-note [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:tracking-wide [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:uppercase"
    >
      {children}
    </Command.Group>
  );
}

interface EntryProps {
  readonly value: string;
  readonly title: string;
  /** Small, next to the title. */
  readonly detail?: string;
  readonly note?: string;
  readonly onSelect: () => void;
}

/** Entries under a heading, if there are any. */
function Entries({ heading, entries }: { readonly heading: string; readonly entries: readonly EntryProps[] }) {
  if (entries.length === 0) return null;
  return (
    <Heading text={heading}>
      {entries.map((entry) => (
        <Entry key={entry.value} {...entry} />
      ))}
    </Heading>
  );
}

function Entry({ value, title, detail, note, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1.5 aria-selected:bg-accent-soft"
    >
      <span className="max-w-[60%] shrink-0 truncate font-medium">{title}</span>
      {detail && <span className="min-w-0 shrink truncate font-mono text-note text-ink-3">{detail}</span>}
      <span className="ml-auto min-w-0 shrink truncate text-right text-note text-ink-3">{note}</span>
    </Command.Item>
  );
}
