/** The terminal of this process, or of this worker. */
import { once } from "node:events";
import type { Terminal } from "./terminal.ts";

export const processTerminal: Terminal = {
  get input() {
    return process.stdin;
  },
  async print(text) {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  },
  complain(line) {
    process.stderr.write(`${line}\n`);
  },
  folder: process.cwd(),
  page: process.env.RELAYSCOPE_PAGE,
};
