import { Copy, Download } from "lucide-react";
import { Suspense } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useSelectedAt } from "../hooks/useGraph.ts";
import { loadEditor } from "../left/loadEditor.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { part } from "../ui/part.ts";
import { saveFile } from "../ui/saveFile.ts";
import { ClosePane } from "./ClosePane.tsx";

const StageTextView = part(async () => {
  await loadEditor();
  const { StageTextView } = await import("../left/monaco/StageTextView.tsx");
  return StageTextView;
});

/** A stage's text, in step with the selection; you can copy and save it. */
export function StageTextPane({ stage }: { readonly stage: number }) {
  const { actions } = usePage();
  const name = usePageState((s) => (stage === 0 ? "Input" : (s.document.pipeline[stage - 1]?.pass ?? "")));
  const selected = useSelectedAt(stage);
  const { value } = useAnswer({ key: `text/${stage}`, stage, ask: (engine, epoch) => engine.text(epoch, stage) });
  const label = stage === 0 ? "Text of the input" : `Text after ${name}`;
  return (
    <section aria-label={label} className="flex h-full min-w-0 flex-col bg-panel">
      <div className="flex h-8 shrink-0 items-center gap-1 border-b border-line bg-panel pr-1.5 pl-3 whitespace-nowrap">
        <span className="truncate font-semibold">{label}</span>
        <span className="flex-1" />
        <Button
          icon={Copy}
          className="h-6"
          disabled={!value}
          onClick={() => value && void actions.copyText(value.text, `${label}: copied.`)}
        >
          Copy
        </Button>
        <Button
          icon={Download}
          className="h-6"
          disabled={!value}
          onClick={() => value && saveFile(`${name}.relay`, "text/plain", value.text)}
        >
          Save
        </Button>
        <ClosePane />
      </div>
      <div className="min-h-0 flex-1">
        {value ? (
          <Suspense fallback={<Empty title="Loading the text" />}>
            <StageTextView value={value} label={label} selected={selected} onSelect={(id) => actions.select(stage, [id], true)} />
          </Suspense>
        ) : (
          <Empty title="Reading the text" />
        )}
      </div>
    </section>
  );
}
