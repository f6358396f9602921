/** Every way of asking about a boundary, and what differs between the answers. */
import { askCase } from "@relayscope/replay";
import { type Run, whyOf } from "@relayscope/run";
import { boundariesAt, whyAnswer, whyBetween } from "../src/questions/why.ts";

/** A command line runs the whole flow once more. */
const mostOnCommandLine = 5;

/** What some way of asking says other than the list does, a sentence each; empty where all agree. */
export async function disagreements(run: Run, most = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const stage = run.stages.length - 1;
  const { boundaries, lines } = whyAnswer(run, stage);
  const found: string[] = [];
  for (const [at, boundary] of boundaries.entries()) {
    if (at >= most) break;
    const { from, to, fromRegion, toRegion, crossings, cause } = boundary;
    const tell = (way: string, said: string | undefined) => {
      if (said !== cause.sentence) found.push(`${way} at ${from.label} | ${to.label}: "${said}" where the list says "${cause.sentence}"`);
    };
    for (const region of [fromRegion, toRegion]) {
      if (region?.place === undefined) continue;
      const own = boundariesAt(run, stage, { kind: "region", region: region.place });
      tell("region", own.find((b) => b.from.id === from.id && b.to.id === to.id)?.cause.sentence);
    }
    const held = boundariesAt(run, stage, { kind: "held", nodes: [from.id, to.id] });
    tell("card", held.find((b) => b.from.id === from.id && b.to.id === to.id)?.cause.sentence);
    for (const crossing of crossings) tell("edge", boundariesAt(run, stage, { kind: "edge", ...crossing })[0]?.cause.sentence);
    tell("nodes", boundariesAt(run, stage, { kind: "nodes", from: from.id, to: to.id })[0]?.cause.sentence);
    tell("pair", whyBetween(run, stage, from.id, to.id)?.cause?.sentence);
    const line = lines.find((l) => l.boundaries.includes(at));
    tell("line", line?.reasons.find((reason) => reason.boundaries.includes(at))?.sentence);
    const said = at < mostOnCommandLine ? await onCommandLine(run, at) : undefined;
    if (said !== undefined) tell("command line", said);
  }
  return found;
}

/** What `relayscope why FILE --from N --to M` says; undefined where a line of the text means other nodes as well. */
async function onCommandLine(run: Run, at: number): Promise<string | undefined> {
  const { why, text } = whyOf(run);
  const boundary = why.boundaries()[at];
  const lineOf = (node: (typeof why.ground.order)[number] | undefined) => {
    const [line, ...others] = node ? text.linesOf(node) : [];
    const meant = line === undefined ? [] : text.nodesOf(line, undefined);
    return others.length === 0 && meant.length === 1 && meant[0] === node ? line : undefined;
  };
  const [fromLine, toLine] = [lineOf(boundary?.from), lineOf(boundary?.to)];
  if (fromLine === undefined || toLine === undefined || fromLine === toLine) return undefined;
  const { text: source, target, customTargets, pipeline, optLevel, bindParameters, offersAgain = false } = run.request;
  const record = {
    id: "",
    kind: "why",
    text: source,
    target,
    customTargets,
    pipeline,
    optLevel,
    bind: bindParameters,
    offersAgain,
  } as const;
  const { sentence } = await askCase({ ...record, at: { fromLine, toLine } });
  return sentence ?? "";
}
