import type { FileFlow, TargetSpec } from "@relayscope/engine";
import { LinkedProse } from "../guide/LinkedProse.tsx";
import { usePage } from "../state/page.ts";
import { Prose } from "../ui/Prose.tsx";
import { OptionForm } from "./OptionForm.tsx";

/** The flow that a target's files define: its options, which the pipeline follows, and what the pipeline leaves out. */
export function OwnFlow({ spec, flow }: { readonly spec: TargetSpec; readonly flow: FileFlow }) {
  const { actions } = usePage();
  const said = flow.problem === undefined ? flow.left : [flow.problem];
  const options = flow.options.map((option) => ({ ...option, doc: "" }));
  return (
    <section aria-label="Flow of the file" className="border-b border-line px-3 py-2">
      {flow.problem === undefined && (
        <p className="text-ink-3">
          <Prose
            text={`${flow.isOnModel ? `What \`${flow.name}\` does with this model.` : `The flow of \`${flow.name}\`, recorded on a module of one operator: where it looks at the model, check the pipeline.`}${options.length > 0 ? " Its arguments:" : ""}`}
          />
        </p>
      )}
      {options.length > 0 && (
        <div className="mt-2">
          <OptionForm options={options} values={spec.flowOptions ?? {}} onChange={(values) => void actions.setFlowOptions(spec, values)} />
        </div>
      )}
      {said.map((sentence) => (
        <p key={sentence} className="mt-1 text-warn">
          <LinkedProse text={sentence} />
        </p>
      ))}
    </section>
  );
}
