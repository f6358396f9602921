import { Plus, Redo2, RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { withKey } from "../state/commands/shortcuts.ts";
import { byocPipeline } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { OwnFlow } from "./OwnFlow.tsx";
import { PassPicker } from "./PassPicker.tsx";
import { PipelineStepRow } from "./PipelineStepRow.tsx";
import { useTargetFiles } from "./useTargetFiles.ts";

/**
 * The pipeline: add, remove, reorder, switch off, set options; and the optimization level that decides which passes
 * run.
 */
export function PipelineTab() {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const optLevel = usePageState((s) => s.document.optLevel);
  const bindParameters = usePageState((s) => s.document.bindParameters);
  const target = usePageState((s) => s.document.target);
  const builtIn = usePageState((s) => s.catalog?.targets.find((t) => t.name === s.document.target)?.pipeline);
  const spec = usePageState((s) => s.document.customTargets.find((t) => t.name === s.document.target && t.files));
  const flow = useTargetFiles(spec)?.flow;
  const ownPipeline = flow?.problem === undefined ? flow?.pipeline : undefined;
  const targetPipeline = ownPipeline ?? builtIn ?? byocPipeline;
  const canUndo = usePageState((s) => s.past.length > 0);
  const canRedo = usePageState((s) => s.future.length > 0);
  const [open, setOpen] = useState<number>();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="flex min-h-full flex-col">
      <div className="sticky top-0 z-10 flex items-center gap-0.5 border-b border-line bg-panel pr-1.5 pl-3 py-1.5">
        <span className="mr-0.5 whitespace-nowrap text-ink-3">Opt level</span>
        <Select
          label="Opt level"
          value={String(optLevel)}
          options={["0", "1", "2", "3", "4"].map((v) => ({ value: v, label: v }))}
          onChange={(value) => actions.editSettings({ optLevel: Number(value) })}
        />
        <label
          className="ml-1.5 flex items-center gap-1 whitespace-nowrap text-ink-2"
          data-hint="All parameters of @main except the inputs become constants, as with partition_for_*(mod, params)"
        >
          <input
            type="checkbox"
            aria-label="Bind parameters"
            className="accent-accent"
            checked={bindParameters}
            onChange={() => actions.editSettings({ bindParameters: !bindParameters })}
          />
          Bind parameters
        </label>
        <span className="flex-1" />
        <IconButton icon={Undo2} label={withKey("Undo", "undo")} disabled={!canUndo} onClick={actions.undo} />
        <IconButton icon={Redo2} label={withKey("Redo", "redo")} disabled={!canRedo} onClick={actions.redo} />
        <IconButton
          icon={RotateCcw}
          label={`Back to the flow of ${target}`}
          disabled={pipeline === targetPipeline || (ownPipeline && JSON.stringify(pipeline) === JSON.stringify(ownPipeline))}
          onClick={() => actions.editSettings({ pipeline: targetPipeline })}
        />
      </div>
      {spec && flow && <OwnFlow spec={spec} flow={flow} />}
      <ol className="flex flex-col px-2 py-2">
        {pipeline.map((step, i) => (
          <PipelineStepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the pipeline
            key={i}
            step={step}
            index={i}
            count={pipeline.length}
            isOpen={open === i}
            onOpen={(isOpen) => setOpen(isOpen ? i : undefined)}
            onMove={(to) => {
              actions.editPipeline((steps) => steps.splice(to, 0, ...steps.splice(i, 1)));
              setOpen(undefined);
            }}
          />
        ))}
      </ol>
      <div className="px-3 pb-4">
        {isAdding ? (
          <PassPicker
            onPick={(pass) => {
              actions.editPipeline((steps) => steps.push({ pass, options: {} }));
              setIsAdding(false);
            }}
            onClose={() => setIsAdding(false)}
          />
        ) : (
          <Button look="outline" icon={Plus} onClick={() => setIsAdding(true)}>
            Add a pass
          </Button>
        )}
      </div>
    </div>
  );
}
