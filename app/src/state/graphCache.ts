/** Recent graph answers, so that stepping back and forth draws at once. */
import { type Engine, type GraphAnswer, type GraphRequest, HaltError, setNewest } from "@relayscope/engine";

const held = 16;

export interface GraphCache {
  /** The answer, if it is cached. */
  peek(request: GraphRequest): GraphAnswer | undefined;
  load(request: GraphRequest): Promise<GraphAnswer>;
  /** Cancels one `load` of the request. A request that nobody waits for and that has not begun is not drawn. */
  release(request: GraphRequest): void;
  /** Why the picture was stopped; undefined if it was not. */
  failure(request: GraphRequest): string | undefined;
  /** The latest request for a picture of a stage; undefined if there was none. */
  latest(stage: number): GraphRequest | undefined;
  /** Calls `listener` with each answer that the engine gives. */
  onAnswer(listener: (answer: GraphAnswer, request: GraphRequest) => void): void;
}

interface Pending {
  readonly answer: Promise<GraphAnswer>;
  readonly unwanted: AbortController;
  /** How many callers wait for it. */
  waiting: number;
}

/** Identifies a request by everything that a picture depends on. */
function graphKey(request: GraphRequest): string {
  return JSON.stringify(request);
}

/** A cache over `engine.graph`, of the latest answers. */
export function createGraphCache(engine: Engine): GraphCache {
  const answers = new Map<string, GraphAnswer>();
  const failures = new Map<string, string>();
  const pending = new Map<string, Pending>();
  const listeners: ((answer: GraphAnswer, request: GraphRequest) => void)[] = [];
  const shown = new Map<number, GraphRequest>();

  function ask(key: string, request: GraphRequest): Pending {
    const unwanted = new AbortController();
    const answer = engine
      .graph(request, unwanted.signal)
      .then((answer) => {
        setNewest(answers, key, answer, held);
        for (const listener of listeners) listener(answer, request);
        return answer;
      })
      .catch((error: unknown) => {
        if (error instanceof HaltError) setNewest(failures, key, error.message, held);
        throw error;
      })
      .finally(() => pending.delete(key));
    const made = { answer, unwanted, waiting: 0 };
    pending.set(key, made);
    return made;
  }

  async function load(request: GraphRequest): Promise<GraphAnswer> {
    const key = graphKey(request);
    const known = answers.get(key);
    if (known) return known;
    const inHand = pending.get(key);
    // A cancelled request may be under way all the same.
    if (inHand?.unwanted.signal.aborted) return inHand.answer.catch(() => load(request));
    const { answer } = joined(inHand ?? ask(key, request));
    return answer;
  }

  function joined(entry: Pending): Pending {
    entry.waiting++;
    return entry;
  }

  return {
    onAnswer: (listener) => void listeners.push(listener),
    latest: (stage) => shown.get(stage),
    peek: (request) => {
      const answer = answers.get(graphKey(request));
      if (answer) shown.set(request.stage, request);
      return answer;
    },
    load,
    release: (request) => {
      const entry = pending.get(graphKey(request));
      if (entry && --entry.waiting === 0) entry.unwanted.abort();
    },
    failure: (request) => (failures.size === 0 ? undefined : failures.get(graphKey(request))),
  };
}
