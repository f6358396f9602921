/** Graph answers that were asked for lately, so that stepping back and forth draws at once. */
import type { Engine, GraphAnswer, GraphRequest } from "@relayscope/engine";

const held = 16;

export interface GraphCache {
  /** The answer where it is at hand. */
  peek(request: GraphRequest): GraphAnswer | undefined;
  load(request: GraphRequest): Promise<GraphAnswer>;
}

/** A cache over `engine.graph`, of the latest answers; `onAnswer` is told of each that the engine gives. */
export function createGraphCache(engine: Engine, onAnswer: () => void): GraphCache {
  const answers = new Map<string, GraphAnswer>();
  const pending = new Map<string, Promise<GraphAnswer>>();
  const keyOf = (r: GraphRequest) =>
    `${r.epoch}/${r.stage}/${r.hideVariables}/${r.hideConstants}/${r.showAnnotations}/${r.showGroups}/${r.collapsed.join(",")}`;
  return {
    peek: (request) => answers.get(keyOf(request)),
    load: (request) => {
      const key = keyOf(request);
      const known = answers.get(key);
      if (known) return Promise.resolve(known);
      const inHand = pending.get(key);
      if (inHand) return inHand;
      const promise = engine
        .graph(request)
        .then((answer) => {
          answers.set(key, answer);
          onAnswer();
          const oldest = answers.keys().next().value;
          if (answers.size > held && oldest !== undefined) answers.delete(oldest);
          return answer;
        })
        .finally(() => pending.delete(key));
      pending.set(key, promise);
      return promise;
    },
  };
}
