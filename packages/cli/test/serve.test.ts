/** `relayscope serve`: the files of one folder, under any path, and none next to it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageServer } from "../src/servePage.ts";

const outside = mkdtempSync(join(tmpdir(), "relayscope-"));
const folder = join(outside, "dist");
let server: Server;
let port = 0;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  mkdirSync(join(outside, "dist-secret"));
  writeFileSync(join(outside, "secret.txt"), "secret");
  writeFileSync(join(outside, "dist-secret", "a.txt"), "secret");
  writeFileSync(join(folder, "index.html"), "<title>page</title>");
  writeFileSync(join(folder, "assets", "a b.js"), "export {}");
  symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
  server = await pageServer(folder, "/sub/path/");
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(outside, { recursive: true });
});

/** As it is sent: `fetch` would clean the path first. */
function get(path: string, method = "GET"): Promise<{ status: number; type: string; location: string; text: string }> {
  return new Promise((done, fail) => {
    request({ host: "127.0.0.1", port, path, method, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          type: String(response.headers["content-type"]),
          location: response.headers.location ?? "",
          text,
        }),
      );
    })
      .on("error", fail)
      .end();
  });
}

test("serves the page and its files with their types", async () => {
  expect(await get("/sub/path/")).toMatchObject({ status: 200, type: "text/html; charset=utf-8", text: "<title>page</title>" });
  expect(await get("/sub/path/?embed")).toMatchObject({ status: 200 });
  expect(await get("/sub/path/assets/a%20b.js?v=1")).toMatchObject({
    status: 200,
    type: "text/javascript; charset=utf-8",
    text: "export {}",
  });
  expect(await get("/sub/path/index.html", "HEAD")).toMatchObject({ status: 200, text: "" });
  expect(await get("/sub/path")).toMatchObject({ status: 302, location: "/sub/path/" });
});

test.each([
  "/",
  "/index.html",
  "/sub/path/none.js",
  "/sub/path/assets/",
  "/sub/path/../secret.txt",
  "/sub/path/../../secret.txt",
  "/sub/path/../dist-secret/a.txt",
  "/sub/path/%2e%2e/secret.txt",
  "/sub/path/..%2fsecret.txt",
  "/sub/path/..%5csecret.txt",
  "/sub/path/assets/../../secret.txt",
  "/sub/path//etc/passwd",
  "/sub/path/%00",
  "/sub/path/%zz",
  "/sub/path/link.txt",
])("nothing is at %s", async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, text: "There is no such file." });
});

test("changes nothing", async () => {
  expect(await get("/sub/path/index.html", "POST")).toMatchObject({ status: 405 });
});
