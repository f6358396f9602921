import { usePage } from "../../state/page.ts";

/** Leads to the try of a pattern at the selected node; of an empty name, to the tries of all. */
export function PatternLink({ pattern }: { readonly pattern: string }) {
  const { actions } = usePage();
  return (
    <button type="button" onClick={() => actions.showPatterns(pattern)} className="rounded font-medium text-accent hover:underline">
      {pattern === "" ? "Which patterns match here?" : "How the pattern was tried"}
    </button>
  );
}
