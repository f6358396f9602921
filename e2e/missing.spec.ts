/** Code that does not come, and errors that nothing else catches: the user's text stays. */
import { expect, finished, holdBack, otherBrowser, test } from "./page.ts";

test("a part of the page that does not load is reported, and the page stays", async ({ browser }) => {
  const { context, page } = await otherBrowser(browser);
  await page.goto("./");
  await finished(page);
  const text = page.getByLabel("Relay text");
  await text.fill("def @main(%x: Tensor[(1, 8), float32]) {\n  tanh(%x)\n}\n");
  await finished(page);
  await page.waitForFunction(() => localStorage.getItem("relayscope.document")?.includes("tanh"));
  // A newer version of the site has other files.
  await context.route(/ShareDialog/, (route) => route.fulfill({ status: 404 }));
  const share = page.getByRole("button", { name: "Share" });
  await share.click();
  const notice = page.locator("[data-notice=missing]");
  await expect(notice).toContainText("did not load");
  await expect(text).toHaveValue(/tanh/);
  // It comes back with the network.
  await context.unroute(/ShareDialog/);
  await notice.getByRole("button", { name: "Reload the page" }).click();
  await finished(page);
  await expect(text).toHaveValue(/tanh/);
  await share.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await context.close();
});

test("an error that takes the page away leaves the text", async ({ browser }) => {
  const { context, page } = await otherBrowser(browser);
  await page.goto("./");
  await finished(page);
  await page.getByLabel("Relay text").fill("def @main(%x: Tensor[(1, 8), float32]) {\n  tanh(%x)\n}\n");
  await finished(page);
  // A dialog that throws when it is shown.
  await context.route(/ShareDialog/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("title:`Share this picture`", 'title:(()=>{throw Error("the dialog is broken")})()');
    await route.fulfill({ response, body });
  });
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("heading", { name: /stopped because of an error/ })).toBeVisible();
  await expect(page.getByText("the dialog is broken")).toBeVisible();
  await expect(page.getByLabel("Your text")).toHaveValue(/tanh/);
  await page.getByRole("button", { name: "Open without the document" }).click();
  await finished(page);
  await expect(page.getByLabel("Relay text")).not.toHaveValue(/tanh\(%x\)/);
  await context.close();
});

test("what had the focus before the code that keeps it was loaded gives it to its part of the page", async ({ page }) => {
  const release = await holdBack(page, /\/Later-[^/]*\.js$/);
  const asked = page.waitForRequest(/\/Later-[^/]*\.js$/);
  await page.goto("./");
  await finished(page);
  await asked;
  await page.evaluate(() => {
    const button = document.createElement("button");
    button.id = "own";
    document.querySelector("[data-part=explorer] > header")?.append(button);
    button.focus();
  });
  await expect(page.locator("#own")).toBeFocused();
  release();
  await expect(page.locator("#root > span[hidden]")).toBeAttached();
  await page.locator("#own").evaluate((button) => button.remove());
  await expect(page.locator("[data-part=explorer] > header :focus")).toBeAttached();
});

test("a press on a menu opens it, also where the menu's code comes before the release", async ({ page }) => {
  const letThrough = await holdBack(page, /ViewMenu/);
  await page.goto("./");
  await finished(page);
  await page.getByRole("button", { name: "View", exact: true }).hover();
  await page.mouse.down();
  letThrough();
  await expect(page.getByRole("menuitem", { name: /^Editor/ })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: /^Editor/ })).toBeVisible();
});
