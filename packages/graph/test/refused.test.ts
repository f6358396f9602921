/** The mark of heavy operators that stay on the host. */
import { fitMap, planMap } from "@relayscope/graph/map";
import { expect, test } from "vitest";
import { draw } from "./build.ts";
import { network } from "./networks.ts";

const pane = { width: 930, height: 580 };

/** By card: what it says is left to the host. */
function refusedIn(text: string): readonly string[] {
  const { graph } = fitMap(planMap(draw(network(text))), pane);
  return graph.nodes.flatMap(({ summary }) => (summary?.refused ?? []).map(({ name, count }) => `${name} ${count}`));
}

test("a card of the host that holds a convolution is marked once a target has taken operators, and no other card is", () => {
  expect(refusedIn("acc nn.conv2d nn.relu\nhost exp nn.conv2d nn.conv2d\nacc nn.conv2d")).toEqual(["conv2d 2"]);
  expect(refusedIn("acc nn.conv2d nn.relu\nhost exp\nacc nn.conv2d")).toEqual([]);
  expect(refusedIn("host exp nn.conv2d nn.conv2d")).toEqual([]);
});

test("a stack is marked for what each of its runs leaves to the host", () => {
  const block = "acc nn.relu nn.conv2d\nhost nn.dense tanh\n";
  expect(new Set(refusedIn(`${block.repeat(12)}acc nn.relu`))).toEqual(new Set(["dense 1"]));
});
