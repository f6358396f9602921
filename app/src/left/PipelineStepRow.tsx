import type { PipelineStep } from "@relayscope/engine";
import { ArrowDown, ArrowUp, GripVertical, Play, Power, Settings2, Trash2 } from "lucide-react";
import { type DragEvent, useState } from "react";
import { GuideLink } from "../guide/GuideLink.tsx";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { OptionForm } from "./OptionForm.tsx";

interface PipelineStepRowProps {
  readonly step: PipelineStep;
  readonly index: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onMove: (to: number) => void;
}

const dragType = "application/x-relayscope-step";

/** A step of the pipeline: its name, its switches, and the form of its options. */
export function PipelineStepRow({ step, index, count, isOpen, onOpen, onMove }: PipelineStepRowProps) {
  const { actions } = usePage();
  const info = usePageState((s) => s.catalog?.passes.find((p) => p.name === step.pass));
  const status = usePageState((s) => s.run.stages[index + 1]);
  const [isOver, setIsOver] = useState(false);
  const changed = Object.keys(step.options).length;
  const replace = (next: PipelineStep) => actions.editPipeline((steps) => steps.splice(index, 1, next));
  const note =
    status?.status === "skipped" || status?.status === "left-out" || status?.status === "failed" || status?.status === "not-built"
      ? status.reason || status.status
      : (info?.summary ?? "");
  return (
    <li
      className={`group rounded-md border ${isOver ? "border-accent" : "border-transparent"} hover:bg-hover ${isOpen ? "bg-hover" : ""}`}
      draggable
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(dragType, String(index))}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event: DragEvent) => {
        setIsOver(false);
        const from = Number.parseInt(event.dataTransfer.getData(dragType), 10);
        if (Number.isNaN(from) || from === index) return;
        event.preventDefault();
        actions.editPipeline((steps) => steps.splice(index, 0, ...steps.splice(from, 1)));
      }}
    >
      <div className="flex items-center gap-1 py-1 pr-1 pl-1">
        <GripVertical size={13} aria-hidden className="shrink-0 cursor-grab text-ink-3/70" />
        <span className="w-5 shrink-0 text-right text-note text-ink-3">{index + 1}</span>
        <button
          type="button"
          onClick={() => actions.showStage(index + 1)}
          className="min-w-0 flex-1 rounded px-1 text-left"
          title={`Show ${step.pass}`}
        >
          <span className={`block truncate font-medium ${step.isOff ? "text-ink-3 line-through" : ""}`}>
            {step.pass}
            {step.recorded !== undefined && <span className="ml-1.5 text-note font-normal text-accent">recorded</span>}
            {changed > 0 && <span className="ml-1.5 text-note font-normal text-accent">{changed} set</span>}
          </span>
          <span
            className={`line-clamp-2 text-note leading-4 ${status?.status === "failed" ? "text-danger" : status?.status === "skipped" || status?.status === "left-out" || status?.status === "not-built" ? "text-warn" : "text-ink-3"}`}
          >
            <Prose text={note} />
          </span>
        </button>
        <span className="flex shrink-0 not-group-focus-within:not-group-hover:sr-only">
          <GuideLink address={`pass/${step.pass}`} about={step.pass} />
          <IconButton
            icon={ArrowUp}
            size={13}
            className="size-6"
            label={`Move ${step.pass} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            icon={ArrowDown}
            size={13}
            className="size-6"
            label={`Move ${step.pass} down`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            icon={Trash2}
            size={13}
            className="size-6"
            label={`Remove ${step.pass}`}
            onClick={() => actions.editPipeline((steps) => steps.splice(index, 1))}
          />
        </span>
        {step.recorded !== undefined && (
          <IconButton
            icon={Play}
            size={13}
            className="size-6"
            label={`Run ${step.pass} here instead of what TVM recorded`}
            onClick={() => {
              const { recorded: _, ...rest } = step;
              replace(rest);
            }}
          />
        )}
        {info && info.options.length > 0 && (
          <IconButton
            icon={Settings2}
            size={13}
            className="size-6"
            label={`Options of ${step.pass}`}
            aria-expanded={isOpen}
            isPressed={isOpen}
            onClick={() => onOpen(!isOpen)}
          />
        )}
        <IconButton
          icon={Power}
          size={13}
          className={`size-6 ${step.isOff ? "" : "text-good"}`}
          label={step.isOff ? `Switch ${step.pass} on` : `Switch ${step.pass} off`}
          aria-pressed={!step.isOff}
          onClick={() => {
            const { isOff, ...rest } = step;
            replace(isOff ? rest : { ...rest, isOff: true });
          }}
        />
      </div>
      {isOpen && info && (
        <div className="border-t border-line px-3 py-2 pl-8">
          <OptionForm options={info.options} values={step.options} onChange={(options) => replace({ ...step, options })} />
        </div>
      )}
    </li>
  );
}
