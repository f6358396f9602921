/** `relayscope embed FILE --target NAME`: HTML that shows the module's picture in another page. */
import { createEngine } from "@relayscope/engine";
import { encodeFragment, iframe, limits } from "@relayscope/share";
import { readArguments, readText, requestOf, runToEnd } from "./runRequest.ts";
import { snapshotAt, titleOf } from "./snapshotAt.ts";

/** Prints the iframe; answers the exit code: 2 for a wrong command line, 1 where the module is too long for an address. */
export async function embedFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const page = named.get("page") ?? process.env.RELAYSCOPE_PAGE;
  if (file === undefined || page === undefined || !/^https?:\/\//.test(page)) {
    console.error("relayscope embed needs a FILE, or - for standard input, and --page with the address of the page (http or https).");
    return 2;
  }
  const text = readText(file, named);
  if (text === undefined) return 2;
  const engine = createEngine();
  const request = await requestOf(text, named, engine);
  if (typeof request === "string") {
    console.error(request);
    return 2;
  }
  const stages = await runToEnd(engine, request, text);
  engine.dispose();
  const fragment = encodeFragment(snapshotAt({ request, stages, shown: request.pipeline.length }));
  if (fragment.length > limits.fileCharacters) {
    console.error("The module is too long for an address; `relayscope run --format html` makes a file of it.");
    return 1;
  }
  console.log(iframe(page, fragment, named.get("title") ?? titleOf(file, request.target)));
  return 0;
}
