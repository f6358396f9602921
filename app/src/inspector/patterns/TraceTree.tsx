import type { TraceLine } from "@relayscope/engine";
import { Check, Minus, X } from "lucide-react";
import { Prose } from "../../ui/Prose.tsx";
import { LineTree } from "./LineTree.tsx";

/** Which sub-pattern met which node, as a tree; the first failure is highlighted. */
export function TraceTree({ label, lines }: { readonly label: string; readonly lines: readonly TraceLine[] }) {
  return (
    <LineTree
      label={label}
      lines={lines.map((line) => ({ level: line.level, nodes: line.node ? [line.node.id] : [], content: <Meeting line={line} /> }))}
    />
  );
}

function Meeting({ line }: { readonly line: TraceLine }) {
  const isMet = line.state === "met";
  const Icon = line.isFirst ? X : isMet ? Check : Minus;
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={13} aria-hidden className={`mt-[3px] shrink-0 ${line.isFirst ? "text-danger" : isMet ? "text-good" : "text-ink-3"}`} />
      <div className="min-w-0 flex-1 text-small">
        <code className={`font-mono text-note break-words ${isMet || line.isFirst ? "text-ink" : "text-ink-3"}`}>{line.pattern}</code>{" "}
        <span className="text-ink-3">{isMet ? "met" : "did not meet"}</span>{" "}
        <span className="font-medium break-words text-ink-2">{line.label}</span>
        {line.message !== "" && (
          <div className={line.isFirst ? "text-danger" : "text-ink-3"}>
            <Prose text={line.message} />
          </div>
        )}
      </div>
    </div>
  );
}
