import { readFileSync } from "node:fs";
import { chip, expect, finished, open, test } from "./page.ts";

const file = new URL("../public/examples/small-classifier.onnx", import.meta.url);

test("a dropped model asks for its sizes, opens as Relay, and each node knows where it comes from", async ({ page }) => {
  await open(page);
  const bytes = readFileSync(file).toString("base64");
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "model.onnx"));
    return transfer;
  }, bytes);
  await page.locator("header").first().dispatchEvent("drop", { dataTransfer: data });
  const dialog = page.getByRole("dialog", { name: "model.onnx" });
  await expect(dialog).toContainText("opset 13");
  await expect(dialog.getByRole("region", { name: "Inputs" })).toContainText("(1, 3, 224, 224)");
  await expect(dialog).toContainText("All of it can be converted");
  await dialog.getByLabel("height").fill("64");
  await dialog.getByLabel("width").fill("64");
  await expect(dialog.getByRole("region", { name: "Inputs" })).toContainText("(1, 3, 64, 64)");
  await expect(dialog).toContainText("All of it can be converted");
  await dialog.getByRole("button", { name: "Open as Relay" }).click();
  await finished(page);
  await expect(page.getByLabel("Relay text")).toHaveValue(/nn\.conv2d/);
  await expect(chip(page, "AnnotateTarget")).toHaveAttribute("data-status", "done");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /Search/ })
    .first()
    .click();
  await page.getByPlaceholder(/Search nodes/).fill("blocks.4 add");
  await page.getByRole("option", { name: "/blocks.4/Add", exact: true }).first().click();
  await expect(page.getByText("ONNX node", { exact: true }).locator("..")).toContainText("/blocks.4/Add");
  await expect(page.getByText("ONNX operator", { exact: true }).locator("..")).toContainText("Add");
});

test("a file that is not a model gets a sentence; a model goes straight to all targets, and from there to the flow of one", async ({
  page,
}) => {
  await open(page);
  await page
    .getByRole("banner")
    .getByLabel("Open a file")
    .setInputFiles({ name: "broken.onnx", mimeType: "application/octet-stream", buffer: Buffer.from([8, 1, 2, 3]) });
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("not an ONNX model");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page
    .getByRole("banner")
    .getByLabel("Open a file")
    .setInputFiles({ name: "model.onnx", mimeType: "application/octet-stream", buffer: readFileSync(file) });
  const dialog = page.getByRole("dialog", { name: "model.onnx" });
  await dialog.getByLabel("height").fill("32");
  await dialog.getByLabel("width").fill("32");
  await expect(dialog.getByRole("region", { name: "Inputs" })).toContainText("(1, 3, 32, 32)");
  await dialog.getByRole("button", { name: "Compare targets" }).click();
  const table = page.getByRole("dialog", { name: "Compare targets" });
  await table.getByRole("button", { name: "dnnl", exact: true }).click();
  await finished(page);
  await expect(chip(page, "PruneDnnlSubgraphs")).toHaveAttribute("data-status", /done|unchanged/);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/regions? of dnnl/);
});
