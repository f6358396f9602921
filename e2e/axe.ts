/** What axe finds wrong with what is on the page. */
import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./page.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What a theme can change. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Its rules, on a part of the page or all of it; the full editor is a library's own. */
async function violations(page: Page, part: string | undefined, only: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) {
    await page.evaluate(axe.source);
    // The address of a page of the guide is a fragment, and no place on this page to skip to.
    await page.evaluate(() => {
      window.axe?.configure({ rules: [{ id: "skip-link", selector: 'a[href^="#"]:not([href^="#guide"]), a[href^="/#"]' }] });
    });
  }
  return page.evaluate(
    async ({ include, values }) => {
      const context = { ...(include === undefined ? {} : { include: [include] }), exclude: [".monaco-editor"] };
      // The order of headings is the whole page's.
      const rules = { "heading-order": { enabled: include === undefined } };
      const found = await window.axe?.run(context, {
        resultTypes: ["violations"],
        iframes: false,
        ...(values.length === 0 ? { rules } : { runOnly: { type: "rule" as const, values: [...values] } }),
      });
      if (!found) throw new Error("axe is not there");
      return found.violations.map(
        (v) => `${v.id} (${v.impact}): ${v.nodes.map((n) => `${n.target.join(" ")} ${n.failureSummary}`).join("; ")}`,
      );
    },
    { include: part, values: only },
  );
}

/**
 * Waits until axe finds nothing, in the theme at hand: what is on its way in is not there yet. The pointer goes to a
 * corner: what it is on fades the rest.
 */
export async function accessible(page: Page, part?: string, only?: readonly string[]): Promise<void> {
  await page.mouse.move(0, 0);
  await expect.poll(() => violations(page, part, only)).toEqual([]);
}

/** The same in both themes, beginning with the light one; the dark one can only be wrong in its colors. */
export async function accessibleInBothThemes(page: Page, part?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await accessible(page, part, colorScheme === "dark" ? colorRules : undefined);
  }
}
