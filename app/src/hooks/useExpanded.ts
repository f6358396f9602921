import { usePage, usePageState } from "../state/page.ts";

/**
 * Whether a part of the inspector is expanded, and a function that expands or folds it. Links and reloads keep the
 * state.
 */
export function useExpanded(part: string, group?: string): readonly [boolean, (isExpanded: boolean) => void] {
  const { actions } = usePage();
  const isExpanded = usePageState((s) => s.view.expanded.includes(part));
  return [isExpanded, (to) => actions.expand(part, to, group)];
}
