/** `relayscope serve`: the built page on a port of this machine. */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { pageFolder } from "./builtPage.ts";
import type { GivenTo } from "./command/command.ts";
import type { serveCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal } from "./terminal.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".md": "text/markdown; charset=utf-8",
  ".py": "text/x-python; charset=utf-8",
  ".relay": "text/plain; charset=utf-8",
  ".onnx": "application/octet-stream",
};

const usualPort = 4173;

/** The file in `folder` for a path of an address, with links resolved; undefined if there is none or it is outside. */
async function fileAt(folder: string, path: string): Promise<string | undefined> {
  try {
    const name = decodeURIComponent(path);
    if (name.includes("\0")) return undefined;
    const file = await realpath(resolve(folder, `.${sep}${join(sep, name)}`));
    if (file !== folder && !file.startsWith(folder + sep)) return undefined;
    const isFolder = (await stat(file)).isDirectory();
    return isFolder ? await realpath(join(file, "index.html")) : file;
  } catch {
    return undefined;
  }
}

async function answer(folder: string, base: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "/"] = (request.url ?? "/").split(/[?#]/, 1);
  const say = (status: number, text: string, headers = {}) =>
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers }).end(text);
  if (request.method !== "GET" && request.method !== "HEAD") return void say(405, "Only GET and HEAD.", { Allow: "GET, HEAD" });
  if (`${path}/` === base) return void say(302, "", { Location: base });
  const file = path.startsWith(base) ? await fileAt(folder, path.slice(base.length)) : undefined;
  if (file === undefined) return void say(404, "There is no such file.");
  const { size } = await stat(file);
  response.writeHead(200, {
    "Content-Type": types[extname(file)] ?? "application/octet-stream",
    "Content-Length": size,
    // The names of assets change with their content; everything else is requested again.
    "Cache-Control": file.startsWith(join(folder, "assets") + sep) ? "public, max-age=31536000, immutable" : "no-cache",
    "X-Content-Type-Options": "nosniff",
  });
  if (request.method === "HEAD") response.end();
  else
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
}

/** A server of the files in `folder` below the path `base`, which begins and ends with a slash; not yet listening. */
export async function pageServer(folder: string, base: string): Promise<Server> {
  const root = await realpath(folder);
  return createServer((request, response) => {
    answer(root, base, request, response).catch(() => response.destroy());
  });
}

/** Serves until it is stopped. The address goes to standard output. Throws a `CommandFailure` if it cannot listen. */
export async function servePage({ flags }: GivenTo<typeof serveCommand>, terminal: Terminal): Promise<ExitCode> {
  const folder = pageFolder();
  if (folder === undefined) throw new CommandFailure(exitCodes.failed, runProblems.notBuilt);
  const { port = usualPort, host = "127.0.0.1" } = flags;
  const base = `/${flags.base ?? ""}/`.replace(/\/+/g, "/");
  const server = await pageServer(folder, base);
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      fail(new CommandFailure(exitCodes.failed, runProblems.noListening(host, port, error.code ?? error.message)));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === "object" && address !== null ? address.port : port;
      void printLine(terminal, `http://${host.includes(":") ? `[${host}]` : host}:${taken}${base}`);
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        server.closeAllConnections();
        server.close(() => done(exitCodes.ok));
      });
    }
  });
}
