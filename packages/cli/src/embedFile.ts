/** `relayscope embed FILE --target NAME`: HTML that shows the module's picture in another page. */
import { limits } from "@relayscope/files";
import { encodeFragment, iframe } from "@relayscope/share";
import { askedRun, readArguments, runToEnd } from "./runRequest.ts";
import { snapshotAt, titleOf } from "./snapshotAt.ts";

/** Prints the iframe; answers the exit code: 2 for a wrong command line, 1 where the module is too long for an address. */
export async function embedFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const page = named.get("page") ?? process.env.RELAYSCOPE_PAGE;
  if (file === undefined || page === undefined || !/^https?:\/\//.test(page)) {
    console.error("relayscope embed needs a FILE, or - for standard input, and --page with the address of the page (http or https).");
    return 2;
  }
  const asked = await askedRun(file, named);
  if (!asked) return 2;
  const { engine, request } = asked;
  const stages = await runToEnd(asked);
  engine.dispose();
  const fragment = encodeFragment(snapshotAt({ request, stages, shown: request.pipeline.length }));
  if (fragment.length > limits.fileCharacters) {
    console.error("The module is too long for an address; `relayscope run --format html` makes a file of it.");
    return 1;
  }
  console.log(iframe(page, fragment, named.get("title") ?? titleOf(file, request.target)));
  return 0;
}
