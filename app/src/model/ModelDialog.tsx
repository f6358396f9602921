import { bytesText } from "@relayscope/engine";
import type { ModelDescription } from "@relayscope/engine/models";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Modal } from "../ui/Modal.tsx";
import { Prose } from "../ui/Prose.tsx";
import { Select } from "../ui/Select.tsx";
import { ModelContents } from "./ModelContents.tsx";
import { type ModelState, useModel } from "./useModel.ts";

/** A model before it is opened: its contents, the sizes it leaves open, and what cannot be converted. */
export function ModelDialog() {
  const file = usePageState((s) => s.modelFile?.file);
  return file ? <OpenModel key={file.name} file={file} /> : null;
}

/** Which model of an archive it is, where the archive holds several. */
function ArchiveChoice({ file }: { readonly file: File }) {
  const { actions } = usePage();
  const archive = usePageState((s) => s.modelFile?.archive);
  if (!archive || archive.models.length < 2) return null;
  return (
    <p className="mb-2 flex items-center gap-2 text-ink-2">
      Model in {archive.file.name}
      <Select
        label="Model in the archive"
        value={file.name}
        options={archive.models.map(({ name, size }) => ({ value: name, label: `${name} (${bytesText(size)})` }))}
        onChange={(chosen) => {
          const model = archive.models.find(({ name }) => name === chosen);
          if (model) void actions.chooseModel(model);
        }}
      />
    </p>
  );
}

function OpenModel({ file }: { readonly file: File }) {
  const { actions } = usePage();
  const model = useModel(file);
  const { description, imported, failure } = model;
  const close = () => actions.showDialog(undefined);
  const isReady = imported !== undefined && failure === undefined;
  const show = (dialog: "compare" | undefined) => {
    if (!imported) return;
    void model.values().then((values) => {
      actions.openImported(file.name, imported.text, values);
      actions.showDialog(dialog);
    });
  };
  return (
    <Modal title={file.name} width={780}>
      <ArchiveChoice file={file} />
      {description && (
        <p className="text-ink-2">
          {facts(description, file).map((fact, i) => (
            <span key={fact}>
              {i > 0 && <span className="text-ink-3"> · </span>}
              {fact}
            </span>
          ))}
        </p>
      )}
      {description && <ModelContents description={description} model={model} />}
      <Standing model={model} />
      <div className="mt-4 flex items-center gap-3 border-t border-line pt-3">
        <p className="min-w-0 flex-1 text-small text-ink-3">
          The editor and a link hold the text; the values of weights stay next to it, in this browser alone.
        </p>
        <Button look="outline" onClick={close}>
          Cancel
        </Button>
        <Button look="outline" disabled={!isReady} onClick={() => show("compare")}>
          Compare targets
        </Button>
        <Button look="solid" disabled={!isReady} onClick={() => show(undefined)}>
          Open as Relay
        </Button>
      </div>
    </Modal>
  );
}

function facts({ facts: said, weights, weightBytes }: ModelDescription, file: File): readonly string[] {
  const held = weights === 0 ? "no weights" : `${plural(weights, "weight")}, ${bytesText(weightBytes)}`;
  return [bytesText(file.size), ...said, held];
}

/** The progress, why it stopped, or what will be missing. */
function Standing({ model: { description, imported, progress, failure } }: { readonly model: ModelState }) {
  if (failure !== undefined) {
    return (
      <p role="alert" className="mt-3 rounded-md bg-danger-soft px-2.5 py-1.5">
        <Prose text={failure} />
      </p>
    );
  }
  if (!imported) {
    const part = progress && progress.total > 0 ? progress.done / progress.total : 0;
    const what = description ? "Importing" : "Reading";
    return (
      <div role="status" className="mt-3 flex items-center gap-3 text-ink-2">
        <span>{what}…</span>
        <progress className="h-1.5 flex-1 accent-(--accent)" value={part} max={1} aria-label={what} />
      </div>
    );
  }
  const { problems, leftOut } = imported;
  return (
    <>
      {leftOut.weights > 0 && (
        <p className="mt-3 rounded-md bg-warn-soft px-2.5 py-1.5">
          {plural(leftOut.weights, "weight")} are in other files ({leftOut.files.join(", ")}) and are left out: they have types, no values.
        </p>
      )}
      {problems.length === 0 ? (
        <p role="status" className="mt-3 rounded-md bg-accent-soft px-2.5 py-1.5">
          All of it can be converted, as TVM does.
        </p>
      ) : (
        <section aria-label="What cannot be converted" className="mt-3 rounded-md bg-warn-soft px-2.5 py-1.5">
          <h2 className="font-semibold">{plural(problems.length, "problem")}: these nodes become unknown operators</h2>
          <ul className="mt-1 flex flex-col gap-1">
            {problems.slice(0, mostShown).map(({ node, message }) => (
              <li key={`${node} ${message}`}>
                <Prose text={message} />
              </li>
            ))}
          </ul>
          {problems.length > mostShown && <p className="text-ink-3">and {problems.length - mostShown} more</p>}
        </section>
      )}
    </>
  );
}

const mostShown = 8;
