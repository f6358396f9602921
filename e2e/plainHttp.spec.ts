/**
 * The page over plain http on a host that is not this machine, as on an intranet: browsers keep some interfaces back
 * there.
 */
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { pageServer } from "../packages/cli/src/servePage.ts";
import config from "../playwright.config.ts";
import { chip, editor, expect, finished, test } from "./page.ts";

const host = "example.test";
const { launchOptions } = config.use ?? {};
test.use({
  isAlone: true,
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] },
});

let server: Server;
let address: string;
test.beforeAll(async () => {
  server = await pageServer(fileURLToPath(new URL("../dist", import.meta.url)), "/");
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bound = server.address();
  address = `http://${host}:${typeof bound === "object" && bound !== null ? bound.port : 0}/`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("the address follows, back goes to the document before, and links are copied", async ({ page }) => {
  await page.goto(address);
  await finished(page);
  expect(await page.evaluate(() => [isSecureContext, "randomUUID" in crypto, "clipboard" in navigator])).toEqual([false, false, false]);
  await expect(page).toHaveURL(/#s=/);

  await page.getByRole("banner").getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /stop_fusion in the middle/ }).click();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
  await expect(page).toHaveURL(/#s=/);
  await page.goBack();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);

  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link").inputValue();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.getByLabel("Note").focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByLabel("Note")).toHaveValue(link);
  await page.keyboard.press("Escape");
});

test("lessons open by their address, texts are copied and pasted, and help says what is missing", async ({ page }) => {
  await page.goto(`${address}#lesson=relay`);
  await expect(page.getByRole("complementary", { name: "Lesson" })).toBeVisible();

  await page.goto("about:blank");
  await page.goto(address);
  await finished(page);
  const field = await editor(page);
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  await expect(field.locator(".view-lines")).toHaveText("");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(field.locator(".view-lines")).toContainText("nn.conv2d");
  await page.keyboard.press("Escape");
  await page.keyboard.press("5");
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.locator("[data-notice=copied]")).toContainText("copied.");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("plain http");
});
