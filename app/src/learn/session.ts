/**
 * A lesson in progress: the current step, answers and results. It puts documents on the page and judges the page's
 * state.
 */
import {
  actSentence,
  afterAct,
  afterActs,
  afterSetup,
  filled,
  filledBlocks,
  type Guess,
  hasValues,
  isActing,
  judge,
  type Lesson,
  type LessonDocument,
  missingOf,
  type NodeName,
  type OpenDialog,
  type Remark,
  type Start,
  type Step,
  shuffled,
} from "@relayscope/lessons";
import type { Block } from "@relayscope/prose";
import { createStore, type StoreApi } from "zustand/vanilla";
import { initialView, type PageState, shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import type { Draft } from "./draft.ts";
import { goToPlace, isLook } from "./goToPlace.ts";
import type { Beginning } from "./handoutPages.ts";
import { learnerOf, loadProgress, saveProgress } from "./learner.ts";
import { fresh, type LessonSession, type LessonState, noNodes } from "./lessonState.ts";
import { finished, ringedNodes } from "./onPicture.ts";
import { openPanel } from "./openPanel.ts";
import { dialogOf, documentOf, isSame, keyOf, seenOf } from "./pageSeen.ts";
import { asksForSelection, lookOf, wasTried } from "./steps.ts";

const mostUndone = 100;

class Session implements LessonSession {
  readonly store: StoreApi<LessonState>;
  private readonly own: PageState;
  private readonly camera: ReturnType<Page["viewports"]["snapshot"]>;
  private start: Start;
  /** Documents of this step; the last one is on the page. */
  private past: LessonDocument[] = [];
  private judged = "";
  /** The start of the step is loading. Until it is complete nothing is judged. */
  private isOpening = false;
  /** The epoch of the run whose values are in the words; 0 for none. */
  private wordsOf = 0;
  private readonly stop: () => void;

  constructor(
    private readonly page: Page,
    readonly lesson: Lesson,
    private readonly name: string,
    private readonly textOf: (file: string) => string,
    draft: Draft | undefined,
  ) {
    this.own = page.store.getState();
    this.camera = page.viewports.snapshot();
    page.actions.dismissOfDocument();
    // The lesson on the user's own module begins again: the module may be another one now.
    const { at = 0, done = [], helped = [] } = (lesson.setup.isOwn ? undefined : loadProgress(page.storage)[name]) ?? {};
    const from = Math.min(at, lesson.steps.length - 1);
    this.store = createStore<LessonState>()(() => ({
      ...fresh,
      at: from,
      done: new Set(done),
      helped: new Set(helped),
      needless: new Set(),
    }));
    this.start = this.startOf(from);
    this.enter(from, this.start, draft?.at === from ? draft : undefined);
    this.stop = page.store.subscribe((state, before) => this.watch(state, before));
  }

  /** The start of a step as if the earlier ones had been done as the lesson describes. */
  private startOf(at: number): Start {
    const { steps, setup } = this.lesson;
    const state = this.page.store.getState();
    const own = { document: documentOf(state), stage: shownStage(state), dialog: undefined };
    let start = afterSetup(setup.isOwn && own, setup, this.textOf);
    for (const step of steps.slice(0, at))
      start = afterActs(afterSetup(start, step.setup, this.textOf), step.solve, step.runs, this.textOf);
    return afterSetup(start, steps[at]?.setup ?? setup, this.textOf);
  }

  private get step(): Step | undefined {
    return this.lesson.steps[this.store.getState().at];
  }

  private enter(at: number, start: Start, draft?: Draft): void {
    this.start = start;
    this.isOpening = true;
    const { document, stage } = draft ?? start;
    const isChanged = !isSame(document, start.document);
    this.past = isChanged ? [start.document, document] : [document];
    this.judged = "";
    this.wordsOf = 0;
    const { answer, guess, marked = noNodes, number = "" } = draft ?? {};
    this.store.setState({ ...fresh, at, words: this.ownWords(at), answer, guess, marked, number, canUndo: isChanged });
    const { page } = this;
    const { open, ...look } = lookOf(this.lesson, at);
    const now = page.store.getState();
    const view = { stage, selection: undefined, ...look };
    if (isSame(documentOf(now), document)) {
      page.actions.leavePass();
      page.actions.select(stage, []);
      page.actions.setView(view);
      page.actions.fit();
    } else page.actions.open({ ...document, view: { ...initialView, ...view, camera: undefined } });
    // In a narrow window, which shows one part at a time, a step begins with the part that it is about.
    const own = this.lesson.steps[at]?.setup.open;
    openPanel(page, open, own);
    if (own === "selection") void this.selectAgain(at, start);
    void this.showDialog(start.dialog).then(() => {
      if (this.start !== start) return;
      this.isOpening = false;
      void this.look();
    });
    this.keep();
  }

  /** Selects what the last earlier step selects: a step about the selection begins with it. */
  private async selectAgain(at: number, start: Start): Promise<void> {
    const look = this.lesson.steps
      .slice(0, at)
      .flatMap(({ solve }) => solve)
      .findLast((act) => act.kind === "select");
    await finished(this.page);
    if (look && this.start === start) await goToPlace(this.page, look);
  }

  private async showDialog(dialog: OpenDialog | undefined): Promise<void> {
    const { actions, store } = this.page;
    const now = dialogOf(store.getState());
    if (dialog?.kind !== "model") actions.showDialog(dialog?.kind);
    else if (now?.kind !== "model" || now.file !== dialog.file) await actions.openGalleryModel(dialog.file, dialog.sizes);
    else if (now.sizes !== dialog.sizes) actions.setModelSizes(dialog.sizes);
  }

  private watch(state: PageState, before: PageState): void {
    const { run } = state;
    if (run.status !== "finished" || run.epoch === 0) return;
    const isNews =
      run !== before.run ||
      state.view.stage !== before.view.stage ||
      state.view.selection !== before.view.selection ||
      state.selectedPair !== before.selectedPair ||
      state.selectedRegion !== before.selectedRegion ||
      state.play !== before.play ||
      state.dialog !== before.dialog ||
      state.modelFile !== before.modelFile;
    if (isNews) void this.look();
  }

  /** Judges the page's state, unless the same state was judged already. */
  private async look(): Promise<void> {
    const state = this.page.store.getState();
    const { run } = state;
    const { at, isDone } = this.store.getState();
    const { step } = this;
    if (!step || isDone || this.isOpening || run.status !== "finished") return;
    if (this.wordsOf !== run.epoch) {
      await this.fillWords(step);
      return this.look();
    }
    if (!isActing(step) || this.store.getState().missing !== "") return;
    const dialog = dialogOf(state);
    this.takeGuesses(dialog);
    const key = keyOf(state, this.store.getState(), dialog);
    if (key === this.judged) return;
    this.judged = key;
    const document = documentOf(state);
    if (!isSame(document, this.past.at(-1) ?? this.start.document)) {
      this.past = [...this.past.slice(-mostUndone), document];
      this.store.setState({ canUndo: true });
    }
    const seen = seenOf(this.page, this.store.getState());
    const verdict = await judge(step, seen).catch(() => undefined);
    if (!verdict || this.judged !== key) return;
    if (verdict.isDone) {
      const praise = await filled(step.done, seen).catch(() => step.done);
      if (this.judged === key) this.reach(at, verdict.remarks, praise);
    } else if (wasTried(step, this.start, seen)) {
      this.store.setState((s) => ({ remarks: verdict.remarks, misses: s.misses + (verdict.remarks.length > 0 ? 1 : 0) }));
      // A prediction is answered with the result: the step is done, as predicted and corrected.
      if (step.prediction) this.count(at, true);
    } else this.store.setState({ remarks: [] });
  }

  /** The words of a step that have no values of the run. */
  private ownWords(at: number): readonly Block[] | undefined {
    const step = this.lesson.steps[at];
    return step && step.needs.length === 0 && !hasValues(step.blocks) ? step.blocks : undefined;
  }

  /** Puts the values of the run into the step's words, or says what the run does not have. */
  private async fillWords(step: Step): Promise<void> {
    const { start } = this;
    const seen = seenOf(this.page, this.store.getState());
    this.wordsOf = seen.epoch;
    if (this.ownWords(this.store.getState().at)) return;
    const otherwise = await missingOf(step, seen).catch(() => undefined);
    const missing = otherwise === undefined ? "" : await filled(otherwise, seen).catch(() => otherwise);
    const words = missing === "" ? await filledBlocks(step.blocks, seen).catch(() => step.blocks) : undefined;
    if (this.start !== start || this.wordsOf !== seen.epoch) return;
    this.store.setState(({ at, needless }) => {
      const others = [...needless].filter((other) => other !== at);
      return { words, missing, needless: new Set(missing === "" ? others : [...others, at]) };
    });
  }

  /** Makes the page's guesses for a model's sizes a part of the step's start. */
  private takeGuesses(dialog: OpenDialog | undefined): void {
    const before = this.start.dialog;
    if (dialog?.kind !== "model" || before?.kind !== "model" || before.file !== dialog.file || before.sizes.size > 0) return;
    this.start = { ...this.start, dialog };
  }

  private reach(at: number, remarks: readonly Remark[], praise: string): void {
    this.store.setState({ isDone: true, remarks, praise });
    // In a narrow window, which shows one part at a time, what came out is in the picture.
    this.page.store.setState({ part: "picture" });
    if (asksForSelection(this.lesson, at)) this.page.actions.inspect();
    this.count(at, this.store.getState().shown !== "");
  }

  /** Counts a step as done, by the learner alone or with help. */
  private count(at: number, isHelped: boolean): void {
    this.store.setState(({ done, helped }) => {
      const others = [...helped].filter((step) => step !== at);
      return { done: new Set([...done, at]), helped: new Set(isHelped ? [...others, at] : others) };
    });
    this.keep();
  }

  private keep(): void {
    const { at, done, helped } = this.store.getState();
    const isFinished = at >= this.lesson.steps.length || loadProgress(this.page.storage)[this.name]?.isFinished === true;
    saveProgress(this.page.storage, this.name, {
      at: Math.min(at, this.lesson.steps.length - 1),
      done: [...done],
      helped: [...helped],
      isFinished,
    });
  }

  goTo(at: number): void {
    const { at: from, isDone, guess } = this.store.getState();
    if (at >= this.lesson.steps.length) {
      this.store.setState({ ...fresh, at: this.lesson.steps.length });
      this.keep();
      return;
    }
    if (at < 0) return;
    const step = this.lesson.steps[at];
    // A completed step continues with the learner's own document, a skipped one with the lesson's.
    const isOn = at === from + 1 && step !== undefined && (isDone || guess !== undefined || !isActing(this.lesson.steps[from] ?? step));
    const state = this.page.store.getState();
    this.enter(
      at,
      isOn
        ? afterSetup({ document: documentOf(state), stage: shownStage(state), dialog: dialogOf(state) }, step.setup, this.textOf)
        : this.startOf(at),
    );
  }

  mark(marked: readonly NodeName[]): void {
    this.store.setState({ marked });
  }

  writeNumber(number: string): void {
    this.store.setState({ number });
  }

  draft(): Draft | undefined {
    const { at, answer, guess, marked, number } = this.store.getState();
    if (!this.step || this.lesson.setup.isOwn) return undefined;
    const state = this.page.store.getState();
    const document = documentOf(state);
    const isAnswered = answer !== undefined || guess !== undefined || marked.length > 0 || number !== "";
    if (!isAnswered && isSame(document, this.start.document)) return undefined;
    return { at, answer, guess, marked, number, document, stage: shownStage(state) };
  }

  answer(choice: number): void {
    this.store.setState({ answer: choice });
    void this.look();
  }

  predict(guess: Guess): void {
    const { step } = this;
    if (!step) return;
    const { document } = this.page.store.getState();
    const { pipeline } = afterAct(document, { kind: "predict", guess }, step.runs);
    // The run starts before there is a guess to judge, so that no guess is judged on the previous run.
    this.page.actions.editSettings({ pipeline });
    this.store.setState({ guess });
    this.page.actions.setView({ stage: pipeline.length, selection: undefined });
    this.page.viewports.release(this.page.store.getState().run.epoch);
    this.page.actions.showPart("picture");
  }

  undo(): void {
    const before = this.past.at(-2);
    this.store.setState({ answer: undefined, guess: undefined, remarks: [], isDone: false });
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.judged = "";
    this.store.setState({ canUndo: this.past.length > 1 });
    const { view } = this.page.store.getState();
    this.page.actions.open({ ...before, view: { ...view, selection: undefined, camera: undefined } });
  }

  reset(): void {
    const { at } = this.store.getState();
    // A lesson on the learner's own module undoes no edit.
    this.enter(at, this.lesson.setup.isOwn ? this.startOf(at) : this.start);
  }

  openHint(): void {
    this.store.setState((state) => ({ hints: Math.min(state.hints + 1, this.step?.hints.length ?? 0) }));
  }

  orderOf({ choices, line }: Step): readonly number[] {
    return shuffled(choices.length, `${learnerOf(this.page.storage)}/${this.name}/${line}`);
  }

  canShow({ solve }: Step): boolean {
    return solve.length > 0 && solve.every((act) => actSentence(act) !== undefined);
  }

  async show(): Promise<void> {
    const { step } = this;
    if (!step) return;
    this.reset();
    this.store.setState({ shown: step.solve.flatMap((act) => actSentence(act) ?? []).join(" ") });
    for (const act of step.solve) await this.perform(act, step);
    await this.look();
  }

  /** Performs an act on the page, as the learner would. */
  private async perform(act: Step["solve"][number], step: Step): Promise<void> {
    const { page } = this;
    const { actions } = page;
    if (act.kind === "answer") return this.answer(act.number - 1);
    if (act.kind === "predict") return this.predict(act.guess);
    if (isLook(act)) {
      await finished(page);
      return goToPlace(page, act);
    }
    const state = page.store.getState();
    const document = afterAct(documentOf(state), act, step.runs);
    actions.open({ ...document, view: { ...state.view, selection: undefined, camera: undefined } });
  }

  ringed(marked: readonly NodeName[]): Promise<readonly number[]> {
    return ringedNodes(this.page, this.step?.points ?? [], marked);
  }

  beginnings(): readonly Beginning[] {
    return this.lesson.steps.map((_, at) => {
      const { document, stage } = this.startOf(at);
      return { document, stage, mode: lookOf(this.lesson, at).mode };
    });
  }

  leave(): void {
    this.stop();
    const { document, view, past, future, changes, leftTab, preferences } = this.own;
    this.page.actions.point([]);
    this.page.actions.leavePass();
    if (this.lesson.setup.isOwn) {
      this.page.actions.setView({ panes: view.panes });
      this.page.actions.setPreferences({ isLeftOpen: preferences.isLeftOpen });
      return;
    }
    if (dialogOf(this.page.store.getState())) this.page.actions.showDialog(undefined);
    this.page.actions.open({ ...document, view: { ...view, camera: this.camera } });
    this.page.store.setState((state) => ({
      document,
      past,
      future,
      changes,
      leftTab,
      preferences: { ...state.preferences, isLeftOpen: preferences.isLeftOpen },
    }));
  }
}

/** Starts a lesson where the learner left it, with what was done of the step. */
export function startLesson(page: Page, lesson: Lesson, name: string, textOf: (file: string) => string, draft?: Draft): LessonSession {
  return new Session(page, lesson, name, textOf, draft);
}
