/** Graph answers that were asked for lately, so that stepping back and forth draws at once. */
import type { Engine, GraphAnswer, GraphRequest } from "@relayscope/engine";

const held = 16;

export interface GraphCache {
  /** The answer where it is at hand. */
  peek(request: GraphRequest): GraphAnswer | undefined;
  load(request: GraphRequest): Promise<GraphAnswer>;
  /** The request of the picture of a stage that was shown last; undefined where none was. */
  latest(stage: number): GraphRequest | undefined;
  /** Calls `listener` with each answer that the engine gives. */
  onAnswer(listener: (answer: GraphAnswer, request: GraphRequest) => void): void;
}

/** Tells requests apart: all that a picture depends on. */
function graphKey(request: GraphRequest): string {
  return JSON.stringify(request);
}

/** A cache over `engine.graph`, of the latest answers. */
export function createGraphCache(engine: Engine): GraphCache {
  const answers = new Map<string, GraphAnswer>();
  const pending = new Map<string, Promise<GraphAnswer>>();
  const listeners: ((answer: GraphAnswer, request: GraphRequest) => void)[] = [];
  const shown = new Map<number, GraphRequest>();
  return {
    onAnswer: (listener) => void listeners.push(listener),
    latest: (stage) => shown.get(stage),
    peek: (request) => {
      const answer = answers.get(graphKey(request));
      if (answer) shown.set(request.stage, request);
      return answer;
    },
    load: (request) => {
      const key = graphKey(request);
      const known = answers.get(key);
      if (known) return Promise.resolve(known);
      const inHand = pending.get(key);
      if (inHand) return inHand;
      const promise = engine
        .graph(request)
        .then((answer) => {
          answers.set(key, answer);
          for (const listener of listeners) listener(answer, request);
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
