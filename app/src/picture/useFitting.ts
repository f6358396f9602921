import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { shownMode } from "../state/graphRequests.ts";
import type { Pane } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import type { PaneViewport } from "../state/viewports.ts";
import type { Marks } from "./elementData.ts";
import { boundsOf, boxOfFrame, indicesOf, pictureBox, type Scene, startOf } from "./scene.ts";
import { turnedBetween } from "./turned.ts";
import { twice } from "./twice.ts";

/**
 * Moves the pane's viewport with that of the other pane. The leading pane also fits pictures and brings into view what
 * is asked for. Nothing moves before there is a picture.
 */
export function useFitting(scene: Scene, shown: ShownGraph, pane: Pane, marks: Marks): void {
  const { viewports } = usePage();
  const isThere = scene.answer.graph.nodes.length > 0;
  const isLeading = pane === "after" && isThere;
  const flow = useReactFlow();
  const store = useStoreApi();
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);

  useEffect(() => {
    if (!isThere) return;
    const own: PaneViewport = {
      set: (viewport, duration) => void flow.setViewport(viewport, { duration }),
      size: () => ({ width: store.getState().width, height: store.getState().height }),
    };
    const stop = store.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      const [x, y, zoom] = state.transform;
      viewports.moved({ x, y, zoom }, own);
    });
    const leave = viewports.join(own, isLeading);
    return () => {
      leave();
      stop();
    };
  }, [viewports, flow, store, isLeading, isThere]);

  // Runs before the picture next to it is reported, which is fitted with it.
  useLayoutEffect(() => {
    if (!isLeading) return;
    viewports.lead(pictureBox(shown.answer.layout));
    return () => viewports.lead(undefined);
  }, [viewports, shown.answer, isLeading]);

  const stood = useRef({ scene, shown });
  useLayoutEffect(() => {
    const before = stood.current;
    stood.current = { scene, shown };
    const isSame = before.shown.stage === shown.stage && before.shown.epoch === shown.epoch && before.shown.view === shown.view;
    const turned = isLeading && isSame && viewports.isPlaced ? turnedBetween(before.scene, scene) : undefined;
    if (turned) viewports.follow(turned.from, turned.to);
  }, [viewports, scene, shown, isLeading]);

  const paneSize = usePageState((s) => s.paneSize);
  const mode = usePageState(shownMode);
  const fitted = useRef({ width: 0, height: 0 });
  const fittedStage = useRef(shown.stage);
  // A picture that was laid out for another pane size, or again as a map, counts as a new one.
  const laidOut = useRef({ paneSize, mode });
  // Before the frame is painted, so that no frame shows the picture at its place in a pane of another size.
  useLayoutEffect(() => {
    if (!isThere) laidOut.current = { paneSize, mode };
    if (!isLeading || width === 0) return;
    const isResized = fitted.current.width !== width || fitted.current.height !== height;
    const isOtherRun = viewports.shownEpoch !== shown.epoch;
    const isLaidOutAgain = shown.isCurrent && (laidOut.current.paneSize !== paneSize || laidOut.current.mode !== mode);
    fitted.current = { width, height };
    if (shown.isCurrent) laidOut.current = { paneSize, mode };
    viewports.shownEpoch = shown.epoch;
    const picture = pictureBox(shown.answer.layout);
    const isAwaited = !viewports.isPlaced && shown.isCurrent && shown.epoch >= viewports.awaitedEpoch;
    const isOtherStage = fittedStage.current !== shown.stage;
    fittedStage.current = shown.stage;
    const isOutgrown =
      viewports.isPlaced &&
      ((isOtherStage && viewports.needsFit(picture, width, height)) ||
        (viewports.isFitted && (isResized || isLaidOutAgain)) ||
        ((isOtherRun || isResized || isLaidOutAgain) && viewports.hasLost(picture, width, height)));
    if (isAwaited) viewports.fitFirst(picture, startOf(scene), width, height, shown.answer.isCut);
    else if (isOutgrown) viewports.refit(picture, startOf(scene), width, height, shown.answer.isCut);
    const lookedAt = isAwaited ? boundsOf(scene, [...indicesOf(scene, viewports.lookedAt)].slice(0, 1)) : undefined;
    if (lookedAt) viewports.uncover(lookedAt, width, height);
  }, [viewports, scene, shown, isThere, isLeading, width, height, paneSize, mode]);

  const fitRequest = usePageState((s) => s.fitRequest);
  const answeredFit = useRef(fitRequest);
  useEffect(() => {
    if (!isLeading || answeredFit.current === fitRequest) return;
    answeredFit.current = fitRequest;
    viewports.fit(pictureBox(shown.answer.layout), width, height);
  }, [viewports, fitRequest, isLeading, shown, width, height]);

  // A repetition fills the pane as soon as it is mounted, as does each one that is stepped to.
  const openedLast = usePageState((s) => s.openedLast);
  const answeredOpening = useRef(openedLast.count);
  useLayoutEffect(() => {
    if (!isLeading || !shown.isCurrent || answeredOpening.current === openedLast.count || width === 0) return;
    answeredOpening.current = openedLast.count;
    const { frames } = shown.answer.graph;
    const index = frames.findIndex(({ id, repetition }) => id === openedLast.frame && repetition !== undefined);
    if (index < 0) return;
    const box = boxOfFrame(scene, index);
    viewports.closeUp(box, pictureBox(shown.answer.layout), width, height, true);
  }, [viewports, scene, shown, openedLast, isLeading, width, height]);

  const revealRequest = usePageState((s) => s.revealRequest);
  const isCloseUp = usePageState((s) => s.closeUpRequest === s.revealRequest);
  const answeredReveal = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is answered once, with what is pointed at or selected then
  useEffect(() => {
    if (!isLeading || revealRequest === answeredReveal.current) return;
    const box = boundsOf(scene, [...(marks.pointed.size > 0 ? marks.pointed : marks.selected)]);
    if (!box || width === 0) return;
    answeredReveal.current = revealRequest;
    const picture = pictureBox(shown.answer.layout);
    if (isCloseUp) viewports.closeUp(box, picture, width, height);
    else viewports.reveal(box, picture, width, height);
  }, [revealRequest, marks.selected]);

  // The inspector covers a part of the picture when it opens.
  const isInspectorOpen = usePageState((s) => s.isDrawerOpen);
  useEffect(() => {
    if (!isLeading || width === 0 || !isInspectorOpen) return;
    const box = boundsOf(scene, [...marks.selected]);
    // The target of a double press stays under the pointer meanwhile.
    const timer = setTimeout(() => box && viewports.uncover(box, width, height), twice);
    return () => clearTimeout(timer);
  }, [viewports, scene, isLeading, width, height, isInspectorOpen, marks.selected]);
}
