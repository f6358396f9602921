/** Acts of a lesson that only look: they go to a stage, enter a pass, go to a decision, or select a node. */
import { type Act, firstRegions, graphOf, nodeOf, placeOf, stageOf } from "@relayscope/lessons";
import { shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";

export type Look =
  | { readonly kind: "stage"; readonly pass: string }
  | { readonly kind: "inside"; readonly pass: string }
  | Extract<Act, { kind: "decision" | "select" | "select-thing" | "first-regions" }>;

const looks: ReadonlySet<Act["kind"]> = new Set<Look["kind"]>(["stage", "inside", "decision", "select", "select-thing", "first-regions"]);

export const isLook = (act: Act): act is Look => looks.has(act.kind);

/** Goes to the place of a look once the run has ended; does nothing if the run has no such place. */
export async function goToPlace({ actions, engine, store }: Page, look: Look): Promise<void> {
  const { document, run, view } = store.getState();
  const asked = { engine, epoch: run.epoch };
  if (look.kind === "select") {
    const stage = shownStage({ view, document });
    const node = nodeOf(await graphOf(asked, stage), look.node);
    actions.select(stage, node ? [node.id] : []);
    return;
  }
  if (look.kind === "select-thing") {
    const stage = document.pipeline.length;
    actions.setView({ stage });
    const place = await placeOf(look.thing, { ...asked, document });
    if (place?.kind === "region") await actions.selectRegion(stage, place.region, true);
    else if (place?.kind === "pair") actions.selectPair({ stage, producer: place.from, consumer: place.to }, { reveal: true });
    else actions.select(stage, place ? [place.node] : [], true);
    return;
  }
  const stage = look.kind === "first-regions" ? firstRegions(run) : stageOf({ document }, look.pass);
  if (stage < 0) return;
  if (look.kind === "stage" || look.kind === "first-regions") {
    actions.leavePass();
    actions.setView({ stage });
    return;
  }
  actions.enterPass(stage);
  if (look.kind === "inside") return;
  const id = nodeOf(await graphOf(asked, stage - 1), look.node)?.id ?? -1;
  const { steps } = await engine.steps(run.epoch, stage);
  const at = steps.findIndex((s) => s.state === look.state && s.nodes.includes(id));
  if (at >= 0) actions.showStep(stage, steps, at);
}
