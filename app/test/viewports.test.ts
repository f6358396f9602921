/** Where panes look, without a browser: two panes that record the calls they get. */
import { expect, test, vi } from "vitest";
import { giveWay } from "../src/center/giveWay.ts";
import { footHeight, type PaneViewport, showsAll, type Viewport } from "../src/state/boxes.ts";
import { isOtherText } from "../src/state/drawn.ts";
import { readable } from "../src/state/pictureSizes.ts";
import { Viewports } from "../src/state/viewports.ts";

function pane(viewports: Viewports, isLeading: boolean): { at: Viewport; own: PaneViewport } {
  const made: { at: Viewport; own: PaneViewport } = {
    at: { x: 0, y: 0, zoom: 0 },
    own: {
      set: (viewport) => {
        made.at = viewport;
        viewports.moved(viewport, made.own);
      },
      size: () => ({ width: 800, height: 600 }),
    },
  };
  viewports.join(made.own, isLeading);
  return made;
}

test("panes move together, whichever is moved", () => {
  const viewports = new Viewports();
  const before = pane(viewports, false);
  const after = pane(viewports, true);
  before.own.set({ x: 5, y: 6, zoom: 2 }, 0);
  expect(after.at).toEqual({ x: 5, y: 6, zoom: 2 });
  after.own.set({ x: -1, y: 0, zoom: 1 }, 0);
  expect(before.at).toEqual({ x: -1, y: 0, zoom: 1 });
});

test("a place comes back as it was taken", () => {
  const viewports = new Viewports();
  pane(viewports, true);
  viewports.place({ x: 12.5, y: -30, zoom: 0.625 });
  expect(viewports.snapshot()).toEqual({ x: 12.5, y: -30, zoom: 0.625 });
});

test("what is brought near to be read is shown whole where it has room at a size that can be read, else from its start", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const picture = { x: 0, y: 0, width: 4_000, height: 4_000 };
  viewports.closeUp({ x: 1_000, y: 1_000, width: 400, height: 300 }, picture, width, height, true);
  expect(viewports.current.zoom).toBe(1.4);
  expect(1_000 * 1.4 + viewports.current.x).toBeCloseTo((width - 400 * 1.4) / 2, 0);
  viewports.closeUp({ x: 1_000, y: 1_200, width: 3_000, height: 600 }, picture, width, height, true);
  expect(viewports.current.zoom).toBe(0.84);
  expect(1_000 * 0.84 + viewports.current.x).toBeCloseTo(8, 0);
  expect(1_500 * 0.84 + viewports.current.y).toBeCloseTo((height - footHeight(width)) / 2, 0);
  viewports.closeUp({ x: 1_000, y: 1_200, width: 3_000, height: 600 }, picture, width, height);
  expect(viewports.current.zoom).toBeLessThan(0.3);
});

test("what opens is shown in the whole picture where that can be read, else in a close-up", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const seen = (box: Parameters<typeof viewports.showOpened>[0]) => {
    const { x, y, zoom } = viewports.current;
    const isIn = box.x * zoom + x >= 0 && box.y * zoom + y >= 0 && (box.x + box.width) * zoom + x <= width;
    // The margin of a picture may be below.
    return isIn && (box.y + box.height) * zoom + y <= height - footHeight(width) + 10;
  };
  const card = { x: 600, y: 300, width: 200, height: 200 };
  const small = { x: 0, y: 0, width: 900, height: 700 };
  viewports.place({ x: 500, y: 200, zoom: 1.4 });
  viewports.showOpened(card, small, width, height);
  expect([seen(card), seen(small), viewports.isFitted, viewports.isOnOpened]).toEqual([true, true, true, true]);
  const large = { x: 0, y: 0, width: 2_000, height: 1_500 };
  viewports.showOpened(card, large, width, height);
  expect([seen(card), seen(large), viewports.isFitted, viewports.isOnOpened]).toEqual([true, false, false, true]);
  expect(viewports.current.zoom).toBe(1);
  const wide = { x: 0, y: 0, width: 1_400, height: 900 };
  viewports.showOpened(wide, large, width, height);
  expect(seen(wide)).toBe(true);
  own.set({ x: 0, y: 0, zoom: 1 }, 0);
  expect(viewports.isOnOpened).toBe(false);
});

test("a picture that is shown whole has no place in links: it is fitted in a pane of any size", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  viewports.fit({ x: 0, y: 0, width: 900, height: 700 }, width, height);
  expect(viewports.snapshot()).toBeUndefined();
  viewports.zoomBy(1.2);
  expect(viewports.snapshot()).toBeDefined();
  // Too small to be read: a pane shows its start unless it is asked for all of it.
  viewports.fit({ x: 0, y: 0, width: 9_000, height: 7_000 }, width, height);
  expect(viewports.snapshot()?.zoom).toBeLessThan(readable);
});

test("a minimap is there while a part of the picture is out of sight", () => {
  const picture = { width: 900, height: 600 };
  expect(showsAll({ x: 50, y: 20, zoom: 0.5 }, picture, 500, 400)).toBe(true);
  expect(showsAll({ x: 51, y: 20, zoom: 0.5 }, picture, 500, 400)).toBe(false);
  expect(showsAll({ x: 50, y: -1, zoom: 0.5 }, picture, 500, 400)).toBe(false);
});

test("what a pane uncovers is above its legend and its tools", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  viewports.place({ x: 0, y: 0, zoom: 1 });
  viewports.uncover({ x: 100, y: height - 60, width: 80, height: 40 }, width, height);
  expect(height - 20 + viewports.current.y).toBeLessThanOrEqual(height - footHeight(width));
});

test("a corner that a link asks for is kept; the same view after an edit is fitted again", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const picture = { x: 0, y: 0, width: 800, height: 600 };
  const corner = { x: 500, y: 0, zoom: 1 };
  viewports.place(corner);
  expect(viewports.hasLost(picture, width, height)).toBe(false);
  own.set({ x: -corner.x, y: -1, zoom: 1 }, 0);
  expect(viewports.hasLost(picture, width, height)).toBe(true);
  viewports.place({ x: 5_000, y: 0, zoom: 1 });
  expect(viewports.hasLost(picture, width, height)).toBe(true);
});

test("a first look shows all that can be read, else the start at a readable size", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  viewports.fitFirst({ x: 0, y: 0, width: 1_000, height: 1_000 }, { x: 0, y: 0, width: 100, height: 30 }, width, height);
  expect(viewports.current.zoom).toBeGreaterThan(readable);
  expect(viewports.hasLost({ x: 0, y: 0, width: 1_000, height: 1_000 }, width, height)).toBe(false);
  viewports.release(1);
  const start = { x: 30_000, y: 40, width: 160, height: 34 };
  viewports.fitFirst({ x: 0, y: 0, width: 60_000, height: 900 }, start, width, height);
  const { x, y, zoom } = viewports.current;
  expect(zoom).toBeGreaterThanOrEqual(0.8);
  expect(start.x * zoom + x).toBeGreaterThan(0);
  expect((start.x + start.width) * zoom + x).toBeLessThan(width);
  expect(start.y * zoom + y).toBeLessThan(height);
});

test("what is fitted is above the legend, however many lines that has", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const picture = { x: 0, y: 0, width: 100, height: 1_000 };
  const lowest = () => picture.height * viewports.current.zoom + viewports.current.y;
  viewports.fitFirst(picture, picture, width, height);
  const before = viewports.current;
  viewports.setLegend(footHeight(width));
  expect(viewports.current).toEqual(before);
  expect(lowest()).toBeGreaterThan(height - 160);
  viewports.setLegend(160);
  // The margin of a picture may be below.
  expect(lowest()).toBeLessThanOrEqual(height - 160 + 24 * viewports.current.zoom);
  viewports.setLegend(0);
  viewports.place({ x: 0, y: 0, zoom: 1 });
  viewports.setLegend(160);
  expect(viewports.snapshot()).toEqual({ x: 0, y: 0, zoom: 1 });
});

test("a legend that takes less room gives it back where all words can be read then", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const picture = { x: 0, y: 0, width: 100, height: 640 };
  viewports.setLegend(76);
  viewports.fitFirst(picture, picture, width, height);
  expect(viewports.current.zoom).toBeLessThan(0.84);
  viewports.setLegend(0);
  expect(viewports.current.zoom).toBeGreaterThan(0.84);
});

test("an edit is distinguished from another text", () => {
  const text = "def @main(%x) { nn.relu(%x) }";
  expect(isOtherText(text, text.replace("relu", "tanh"))).toBe(false);
  expect(isOtherText(text, "fn (%a, %b) { add(%a, %b) }")).toBe(true);
  expect(isOtherText("", text)).toBe(true);
});

test("what opens or closes stays where it was on the screen, and where it does no pan is needed", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  own.set({ x: 10, y: 20, zoom: 0.5 }, 0);
  const card = { x: 100, y: 100, width: 80, height: 40 };
  viewports.follow(card, { x: 40, y: 90, width: 200, height: 300 });
  expect(viewports.current).toEqual({ x: 10, y: 20, zoom: 0.5 });
  const frame = { x: 600, y: 10, width: 200, height: 300 };
  viewports.follow(card, frame);
  expect(viewports.current).toEqual({ x: 10 - 560 * 0.5, y: 20 + 90 * 0.5, zoom: 0.5 });
  viewports.follow(frame, card);
  expect(viewports.current).toEqual({ x: 10, y: 20, zoom: 0.5 });
});

test("a forgotten place is not used again for the earlier picture when another joins it", () => {
  const viewports = new Viewports();
  pane(viewports, true);
  viewports.fitFirst({ x: 0, y: 0, width: 400, height: 300 }, { x: 0, y: 0, width: 10, height: 10 }, 800, 600);
  viewports.release(1, [7]);
  viewports.accompany({ x: 0, y: 0, width: 400, height: 900 });
  expect(viewports.isPlaced).toBe(false);
});

test("no hand takes the picture out of sight, in neither pane, and a corner of it can be brought to the middle", () => {
  const viewports = new Viewports();
  const before = pane(viewports, false);
  const after = pane(viewports, true);
  const { width, height } = after.own.size();
  const picture = { x: 0, y: -16, width: 9_000, height: 5_000 };
  viewports.lead(picture);
  viewports.fit(picture, width, height);
  for (const { own } of [before, after]) {
    for (const zoom of [0.05, 0.4, 1, 4]) {
      for (const [x, y] of [
        [90_000, 0],
        [-90_000, 40_000],
        [300, -90_000],
      ] as const) {
        own.set({ x, y, zoom }, 0);
        const at = viewports.current;
        expect(before.at).toEqual(at);
        expect(after.at).toEqual(at);
        expect(at.zoom).toBe(zoom);
        const seen = (from: number, length: number, room: number) => Math.min(room, from + length * zoom) - Math.max(0, from);
        expect(seen(at.x + picture.x * zoom, picture.width, width)).toBeGreaterThanOrEqual(0.3 * Math.min(width, picture.width * zoom));
        expect(seen(at.y + picture.y * zoom, picture.height, height)).toBeGreaterThanOrEqual(0.3 * Math.min(height, picture.height * zoom));
      }
    }
    const corner = { x: width / 2, y: height / 2 + picture.y, zoom: 1 };
    own.set(corner, 0);
    expect(viewports.current).toEqual(corner);
  }
});

const corner = { x: 0, y: 0, width: 10, height: 10 };

test("after a whole picture the next stage's is whole, too; if both fit, what they share does not move", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const of = (wide: number, high: number) => ({ x: 0, y: 0, width: wide, height: high });
  viewports.fitFirst(of(1_000, 500), corner, width, height);
  expect(viewports.needsFit(of(1_000, 500), width, height)).toBe(false);
  expect(viewports.needsFit(of(900, 540), width, height)).toBe(false);
  expect(viewports.needsFit(of(1_200, 500), width, height)).toBe(true);
  expect(viewports.needsFit(of(500, 300), width, height)).toBe(true);
  own.set({ ...viewports.current, x: viewports.current.x + 5 }, 0);
  expect(viewports.needsFit(of(1_200, 500), width, height)).toBe(false);
});

test("a second picture is fitted together with the leading one", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const [before, now] = [
    { x: 0, y: 0, width: 500, height: 400 },
    { x: 0, y: 0, width: 1_500, height: 400 },
  ];
  viewports.lead(before);
  viewports.fitFirst(before, corner, width, height);
  viewports.lead(now);
  viewports.accompany({ x: 0, y: 0, width: 600, height: 400 });
  const { x, zoom } = viewports.current;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + now.width * zoom).toBeLessThanOrEqual(width);
});

test("above a picture that is shown whole from afar its title has room", () => {
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const whole = { x: 0, y: 0, width: 4_000, height: 4_000 };
  viewports.fit(whole, width, height);
  const { y, zoom } = viewports.current;
  const below = height - (y + whole.height * zoom);
  expect(y).toBeGreaterThan(5);
  expect(below).toBeGreaterThan(0);
});

test("who asked for all of a picture that is too large to be read sees all of the next stage's, too", () => {
  // Without a way there.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const { width, height } = own.size();
  const of = (high: number) => ({ x: 0, y: 0, width: 800, height: high });
  viewports.fitFirst(of(6_000), corner, width, height);
  expect(viewports.current.zoom).toBeGreaterThan(readable);
  expect(viewports.needsFit(of(7_000), width, height)).toBe(false);
  viewports.fit(of(6_000), width, height);
  expect(viewports.needsFit(of(7_000), width, height)).toBe(true);
  viewports.refit(of(7_000), corner, width, height);
  vi.unstubAllGlobals();
  const { y, zoom } = viewports.current;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + 7_000 * zoom).toBeLessThanOrEqual(height);
});

test("what the page itself moved to show a selection is fitted again, what the user moved is not", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const viewports = new Viewports();
  const { own } = pane(viewports, true);
  const whole = { x: 0, y: 0, width: 800, height: 600 };
  const edge = { x: 790, y: 590, width: 10, height: 10 };
  viewports.fit(whole, 800, 600);
  viewports.uncover(edge, 400, 300);
  viewports.uncover({ ...edge, x: 0 }, 400, 300);
  expect([viewports.isFitted, viewports.isNudged]).toEqual([false, true]);
  own.set({ x: 5, y: 6, zoom: 2 }, 0);
  expect(viewports.isNudged).toBe(false);
  viewports.uncover(edge, 400, 300);
  expect(viewports.isNudged).toBe(false);
  vi.unstubAllGlobals();
});

test("a banner that comes later moves nothing on the screen, unless it would cut a picture away from the pointer", () => {
  const picture = { x: 0, y: 0, width: 1_600, height: 600 };
  const fitted = (height: number) => {
    const viewports = new Viewports();
    const { own } = pane(viewports, true);
    viewports.lead({ ...picture, height });
    viewports.fitFirst({ ...picture, height }, picture, own.size().width, own.size().height);
    return viewports;
  };
  const wide = fitted(600);
  const before = wide.current;
  const end = giveWay(wide, 41, false);
  expect(wide.current).toEqual({ ...before, y: before.y - 41 });
  expect([wide.given, wide.isFitted]).toEqual([41, true]);
  end?.();
  expect([wide.current, wide.given, wide.isFitted]).toEqual([before, 0, true]);
  const high = fitted(1_100);
  const filled = high.current;
  expect(giveWay(high, 41, false)).toBeUndefined();
  expect([high.current, high.given]).toEqual([filled, 0]);
  expect(giveWay(high, 41, true)).toBeDefined();
  expect(high.current.y).toBe(filled.y - 41);
});
