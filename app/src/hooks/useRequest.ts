import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { usePage } from "../state/page.ts";
import type { Asked, Request } from "../state/requests.ts";

/** The latest request of a kind; undefined if nothing was asked yet. */
export function useLatest<Kind extends keyof Asked>(kind: Kind): Request<Kind> | undefined {
  const { requests } = usePage();
  return useSyncExternalStore(requests.watch, () => requests.latest(kind));
}

/**
 * Answers each request of a kind that is made while the component is mounted, after the related content is rendered.
 */
export function useRequest<Kind extends keyof Asked>(kind: Kind, answer: (what: Asked[Kind]) => void): void {
  const request = useLatest(kind);
  const [earlier] = useState(request);
  const onRequest = useEffectEvent(answer);
  useEffect(() => {
    if (request && request !== earlier) onRequest(request.what);
  }, [request, earlier]);
}
