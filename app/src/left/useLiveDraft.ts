import type { TextProblem } from "@relayscope/engine";
import { useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { type Controller, useController } from "../hooks/useController.ts";
import { type Page, usePage } from "../state/page.ts";

/**
 * How long typing must rest before a text is read, in milliseconds, and how much longer before a good one takes effect.
 */
const rest = 120;
const settling = 250;
const none: readonly TextProblem[] = [];

interface LiveDraftOptions {
  /** The last good text, which is applied. */
  readonly value: string;
  /** Finds the problems of a text. */
  readonly check: (text: string) => Promise<readonly TextProblem[]>;
  /** The canonical form of a text's value. */
  readonly valueOf: (text: string) => string;
  /** Receives the problems of the draft whenever they change; an empty list at the end. */
  readonly onProblems?: (problems: readonly TextProblem[]) => void;
  /** Where a draft that is not applied is kept. Without it, the draft goes with the field. */
  readonly kept?: {
    readonly load: (value: string) => string | undefined;
    readonly save: (value: string, text: string | undefined) => void;
  };
  /** Applies a text; `isContinued` if the same visit to the field applied one before. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

interface DraftState {
  /** The edited text; undefined while the applied text is shown. */
  readonly draft: string | undefined;
  readonly found: { readonly text: string; readonly problems: readonly TextProblem[] } | undefined;
}

const nothing: DraftState = { draft: undefined, found: undefined };
/** The problems of the draft, once they are known. */
const shownProblems = ({ draft, found }: DraftState) => (draft !== undefined && found?.text === draft ? found.problems : none);
const isGood = (problems: readonly TextProblem[]) => problems.every((p) => p.severity !== "error");

/** The draft of a field. A kept one is there again. */
export class LiveDraft implements Controller<LiveDraftOptions> {
  readonly state = createStore<DraftState>(() => nothing);
  private inForce: string;
  private isContinued = false;
  /** The document that the draft belongs to. */
  private document: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The kept draft, until it is read. */
  private restored: string | undefined;

  constructor(
    private readonly page: Page["store"],
    private options: LiveDraftOptions,
  ) {
    this.inForce = options.value;
    this.document = page.getState().documentNumber;
    this.restored = options.kept?.load(options.value);
    this.state.setState({ draft: this.restored });
    this.state.subscribe((now, before) => {
      const problems = shownProblems(now);
      if (problems !== shownProblems(before)) this.options.onProblems?.(problems);
    });
  }

  place(options: LiveDraftOptions): void {
    this.options = options;
    const { restored } = this;
    this.restored = undefined;
    if (restored !== undefined) void this.read(restored);
    // The value changed by undo, a move or another target: the draft belongs to the old value.
    if (options.value === this.inForce) return;
    this.inForce = options.value;
    this.drop();
  }

  readonly close = (): void => {
    this.stop();
    this.options.onProblems?.(none);
  };

  private stop(): void {
    clearTimeout(this.timer);
  }

  readonly write = (text: string): void => {
    this.stop();
    this.state.setState({ draft: text });
    this.options.kept?.save(this.options.value, text);
    this.document = this.page.getState().documentNumber;
    this.timer = setTimeout(async () => {
      if (!isGood(await this.read(text)) || !this.isNewest(text)) return;
      this.timer = setTimeout(() => this.commit(text), settling);
    }, rest);
  };

  /** Applies the text when the field is left. */
  readonly settle = async (): Promise<void> => {
    this.stop();
    const { draft } = this.state.getState();
    if (draft === undefined || !isGood(await this.read(draft)) || !this.isNewest(draft)) return;
    this.commit(draft);
    this.isContinued = false;
    this.drop();
  };

  /** Restores the applied text. */
  readonly drop = (): void => {
    this.stop();
    this.state.setState({ draft: undefined });
    this.options.kept?.save(this.inForce, undefined);
  };

  private isNewest(text: string): boolean {
    return this.state.getState().draft === text;
  }

  private async read(text: string): Promise<readonly TextProblem[]> {
    const problems = await this.options.check(text).catch(() => none);
    if (this.isNewest(text)) this.state.setState({ found: { text, problems } });
    return problems;
  }

  private commit(text: string): void {
    const { value, valueOf, onCommit } = this.options;
    // The document changed while the text was being read.
    if (this.document !== this.page.getState().documentNumber || valueOf(text) === value) return;
    this.inForce = valueOf(text);
    this.options.kept?.save(this.inForce, undefined);
    onCommit(text, this.isContinued);
    this.isContinued = true;
  }
}

/**
 * A text that takes effect as you type. While it is broken, the last good one stays applied, and the field keeps what
 * you wrote.
 */
export function useLiveDraft(options: LiveDraftOptions) {
  const { store } = usePage();
  const [live] = useState(() => new LiveDraft(store, options));
  useController(live, options);
  const state = useStore(live.state);
  const { draft } = state;
  const { write, settle, drop } = live;
  return {
    text: draft ?? options.value,
    problems: shownProblems(state),
    isDirty: draft !== undefined,
    write,
    settle,
    drop,
  };
}
