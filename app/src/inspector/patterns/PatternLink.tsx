import { usePage } from "../../state/page.ts";

/** Links to the attempt of a pattern at the selected node. */
export function PatternLink({ pattern }: { readonly pattern: string }) {
  const { actions } = usePage();
  return (
    <button type="button" onClick={() => actions.showPatterns(pattern)} className="rounded font-medium text-accent hover:underline">
      How the pattern was tried
    </button>
  );
}
