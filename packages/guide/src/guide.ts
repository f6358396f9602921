/**
 * All pages of the guide: what passes, targets and causes declare of themselves, and the words that are written for
 * them.
 */
import type { Catalog, PassInfo, PipelineStep, RunSpec, TargetInfo, TargetSpec } from "@relayscope/engine";
import { type CauseCode, causeCodes, causes } from "@relayscope/explain";
import { causeWords } from "./causes.ts";
import { byocPasses } from "./passes/byoc.ts";
import { formPasses } from "./passes/normalForm.ts";
import { preparePasses } from "./passes/prepare.ts";
import { quantizePasses } from "./passes/quantize.ts";
import { targetPasses } from "./passes/targets.ts";
import { targetWords } from "./targets.ts";
import { topicWords } from "./topics.ts";
import type { Example, PassWords } from "./words.ts";

/** The rooms in the order in which lists show them. */
export const rooms = { topic: "Start here", pass: "Passes", target: "Targets", cause: "Causes" } as const;

export type Room = keyof typeof rooms;

/**
 * A part of a page. Texts and cells are prose: names in backquotes lead to the page of the pass or target that they
 * name.
 */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "code";
      readonly text: string;
      readonly language: "python" | "relay";
      /** Whether it is a whole file, whose lines have numbers. */
      readonly isFile: boolean;
    }
  | { readonly kind: "facts"; readonly rows: readonly (readonly [name: string, text: string])[] }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A run that the page shows and lets its reader change. */
export interface LiveRun extends Omit<RunSpec, "values"> {
  readonly look: string;
  /** On a cause's page: lines of the text, one-based, whose boundary has the cause. */
  readonly between?: readonly [from: number, to: number];
}

export interface GuidePage {
  /** The page's address: `pass/MergeComposite`. */
  readonly address: string;
  readonly room: Room;
  readonly title: string;
  /** A sentence. */
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly live: LiveRun | undefined;
}

export interface Guide {
  readonly pages: readonly GuidePage[];
  pageAt(address: string): GuidePage | undefined;
  /** The address of the pass or target of that name. */
  addressOf(name: string): string | undefined;
}

/** The words of all passes, by name. */
export const passWords: Readonly<Record<string, PassWords>> = {
  ...byocPasses,
  ...preparePasses,
  ...quantizePasses,
  ...formPasses,
  ...targetPasses,
};

const heading = (text: string): Block => ({ kind: "heading", text });
const prose = (text: string): Block => ({ kind: "text", text });
/** A sample of code. Relay defines functions with `@`, and types with `type`. */
const codeOf = (text: string): Block => {
  return { kind: "code", text, language: /^(?:def @|type )/m.test(text) ? "relay" : "python", isFile: false };
};
const code = (name: string) => `\`${name}\``;

/** The guide over a catalog. A pass or target without words has a page made from its declaration. */
export function guideOf(catalog: Catalog): Guide {
  const pages = [
    ...Object.entries(topicWords).map(([name, words]): GuidePage => {
      const { title, lead, sections, example } = words;
      const blocks = sections.flatMap(({ heading: head, text, code: sample }): readonly Block[] => [
        heading(head),
        ...text.map(prose),
        ...(sample === undefined ? [] : [codeOf(sample)]),
      ]);
      return { address: `topic/${name}`, room: "topic", title, lead, blocks, live: example && liveRun(catalog, example) };
    }),
    ...catalog.passes.map((info) => passPage(catalog, info)),
    ...catalog.targets.map((info) => targetPage(catalog, info)),
    ...causeCodes.map((name) => causePage(catalog, name)),
  ];
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  return {
    pages,
    pageAt: (address) => byAddress.get(address),
    addressOf: (name) => [`pass/${name}`, `target/${name}`].find((address) => byAddress.has(address)),
  };
}

function passPage(catalog: Catalog, info: PassInfo): GuidePage {
  const { name, summary, optLevel, upstream, options } = info;
  const words = Object.hasOwn(passWords, name) ? passWords[name] : undefined;
  const flows = catalog.targets.filter(({ pipeline }) => pipeline.some((step) => step.pass === name));
  const blocks: Block[] = [];
  if (words) blocks.push(heading("What it promises"), prose(words.contract), heading("What it decides"), prose(words.decides));
  blocks.push(
    heading("At a glance"),
    {
      kind: "facts",
      rows: [
        [
          "Opt level",
          optLevel === 0
            ? "0: it runs at every level."
            : `${optLevel}: a run of a lower level skips it. See [opt levels](topic/opt-levels).`,
        ],
        ["In the flow of", flows.length === 0 ? "no target by itself" : flows.map((target) => code(target.name)).join(", ")],
        ["Follows", filesText(upstream)],
      ],
    },
    heading("Options"),
    options.length === 0
      ? prose("It has none.")
      : {
          kind: "table",
          head: ["Option", "Type", "Default", "What it does"],
          rows: options.map((option) => [
            code(option.name),
            option.choices ? option.choices.map((choice) => code(String(choice))).join(" or ") : option.type,
            code(JSON.stringify(option.default)),
            option.isReadElsewhere ? `${option.doc} Read by other passes, which share the options.` : option.doc,
          ]),
        },
  );
  const step = { pass: name, options: words?.options ?? {} };
  const live = words && liveRun(catalog, { ...words.example, steps: [...(words.example.steps ?? []), step] }, optLevel);
  return { address: `pass/${name}`, room: "pass", title: name, lead: summary, blocks, live };
}

function targetPage(catalog: Catalog, info: TargetInfo): GuidePage {
  const { name, title, needs, spec, pipeline, optLevel, bindsParameters, upstream } = info;
  const words = Object.hasOwn(targetWords, name) ? targetWords[name] : undefined;
  const blocks: Block[] = [];
  if (words) blocks.push(heading("What it is"), prose(words.what), heading("Why it refuses"), prose(words.refuses));
  blocks.push(
    heading("Its flow"),
    {
      kind: "facts",
      rows: [
        ["Opt level", `${optLevel}`],
        ["Parameters", bindsParameters ? "bound: the weights become constants first" : "left as they are"],
        ["Follows", filesText(upstream)],
      ],
    },
    { kind: "table", head: ["", "Pass", "Options"], rows: pipeline.map(flowRow) },
    ...tableOf(spec),
  );
  const live = words && liveRun(catalog, { target: name, ...words.example });
  return { address: `target/${name}`, room: "target", title: `${title} (${name})`, lead: needs, blocks, live };
}

/** The patterns, checks and rules of a target: its file, or a table. */
function tableOf({ files = [], patterns, operators }: TargetSpec): readonly Block[] {
  const [file] = files;
  if (file) {
    return [
      heading("Its patterns, checks and rules"),
      prose(
        "This Python is the target, and runs in TVM, too. Under *Target* it can be edited, and *Copy* makes a target of your own from it.",
      ),
      { kind: "code", text: file.text, language: "python", isFile: true },
    ];
  }
  return [
    heading("Its patterns"),
    patterns.length === 0
      ? prose("It has none.")
      : { kind: "table", head: ["Pattern", "What matches"], rows: patterns.map((entry) => [code(entry.name), code(entry.pattern)]) },
    heading("Its operators"),
    prose(operators.length === 0 ? "It takes no operator by itself: only what a pattern takes." : `${operators.map(code).join(", ")}.`),
  ];
}

function flowRow({ pass, options, isOff }: PipelineStep, index: number): readonly string[] {
  const given = Object.entries(options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const note = isOff ? "off until it is switched on" : "";
  return [`${index + 1}`, code(pass), [given.map(code).join(", "), note].filter((part) => part !== "").join("; ")];
}

function causePage(catalog: Catalog, name: CauseCode): GuidePage {
  const { name: title, meaning } = causes[name];
  const { says, helps, example, between } = causeWords[name];
  const blocks = [
    heading("What it says"),
    prose(says),
    heading("What helps"),
    prose(helps),
    prose(`Its name on the command line and in lessons is ${code(name)}.`),
  ];
  const run = example && liveRun(catalog, example);
  return {
    address: `cause/${name}`,
    room: "cause",
    title: `Cause: ${title}`,
    lead: meaning,
    blocks,
    live: run && { ...run, ...(between ? { between } : {}) },
  };
}

/** The run of an example, with defaults from the target. */
function liveRun(catalog: Catalog, example: Example, leastLevel = 0): LiveRun {
  const { text, look, target = "", customTargets = [], steps } = example;
  const info = catalog.targets.find((known) => known.name === target);
  return {
    look,
    text,
    target,
    customTargets,
    pipeline: steps?.map((step) => (typeof step === "string" ? { pass: step, options: {} } : step)) ?? info?.pipeline ?? [],
    optLevel: example.optLevel ?? Math.max(leastLevel, info?.optLevel ?? 2),
    bindParameters: example.bindsParameters ?? (steps ? false : (info?.bindsParameters ?? false)),
  };
}

/** Files of the reference as prose, each with its release if that differs. */
function filesText(files: readonly string[]): string {
  if (files.length === 0) return "nothing of TVM's: it is made up";
  return files.map((file) => code(file.split("@")[0] ?? "") + (file.includes("@") ? ` of ${file.split("@")[1]}` : "")).join(", ");
}
