import type { RegionLine } from "@relayscope/engine";
import { crossingText, operatorNames } from "@relayscope/engine";
import { firstCause } from "../inspector/regionOrder.ts";
import { plural } from "../ui/format.ts";

interface PrintSheetProps {
  readonly title: string;
  readonly note: string;
  /** The name of the stage, and of the target. */
  readonly stage: string;
  readonly picture: HTMLImageElement;
  readonly regions: readonly RegionLine[];
}

/** A stage on paper: its title, its picture, and the list of its regions. */
export function PrintSheet({ title, note, stage, picture, regions }: PrintSheetProps) {
  return (
    <>
      <h1>{title}</h1>
      {note !== "" && <p className="whitespace-pre-wrap">{note}</p>}
      <p>
        {stage}. {plural(regions.filter((line) => line.kind === "region").length, "region")}.
      </p>
      <img src={picture.src} width={picture.width} height={picture.height} alt={`The graph of ${stage}`} />
      {regions.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Region</th>
              <th>Operators</th>
              <th>In</th>
              <th>Out</th>
              <th>Why it ends</th>
            </tr>
          </thead>
          <tbody>
            {regions.map((line) => (
              <tr key={line.region}>
                <td>{line.name}</td>
                <td>{operatorNames(line).join(", ")}</td>
                <td>{crossingText(line.inputs, line.bytesIn)}</td>
                <td>{crossingText(line.outputs, line.bytesOut)}</td>
                <td>{firstCause(line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
