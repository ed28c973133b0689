import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import axe from "axe-core";

import type { Gallery } from "./gallery.ts";

/** With PICTURES=1 the audit saves a picture of every scene in both themes. Git ignores them. */
const takesPictures = process.env["PICTURES"] === "1";
const pictures = join(import.meta.dirname, "../../../../e2e/.output/gallery");

export const wholeAudit: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
export const contrastAudit: axe.RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast"] },
};

/** Returns axe's findings. A landmark that has not changed since an earlier scene is skipped. */
export function audit(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    const inPage = window as unknown as { axe: typeof axe; audited?: Set<string> };
    const audited = (inPage.audited ??= new Set());
    const theme = document.documentElement.dataset["theme"] ?? "";
    const landmarks = [...document.querySelectorAll("header, nav, aside, section, [role=region]")];
    const keys = landmarks.map(
      (part) => theme + part.outerHTML.replaceAll(/_r_\w+_|radix-\S+/g, ""),
    );
    const exclude = landmarks.filter((_part, at) => audited.has(keys[at] ?? ""));
    // This option saves time: axe does not describe every correct element.
    const { violations } = await inPage.axe.run(
      { include: document, exclude },
      { ...given, resultTypes: ["violations"] },
    );
    keys.forEach((key) => audited.add(key));
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join()}`,
    );
  }, options);
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

/** Audits all rules in light, and only contrast in dark: the themes differ only in colours. */
async function auditBothThemes(
  gallery: Gallery,
  page: Page,
  scene: string,
  density: string,
): Promise<string[]> {
  await gallery.show(page, `scene=${scene}&density=${density}`);
  await takePicture(page, `${scene}-${density}-light`);
  const light = await audit(page, wholeAudit);
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  await takePicture(page, `${scene}-${density}-dark`);
  const dark = await audit(page, contrastAudit);
  return [...light, ...dark].map((violation) => `${scene}: ${violation}`);
}

/** Audits each scene in both themes. An error in the page's console is a fault too. */
export async function auditScenes(
  gallery: Gallery,
  scenes: string[],
  density: string,
): Promise<string[]> {
  const page = await gallery.openAnother();
  const found: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") {
      found.push(`${line.text()} ${line.location().url}`);
    }
  });
  // Some scenes are panels that send requests, which get no answer here.
  await page.route("**/api/**", () => undefined);
  await gallery.visit(page, "");
  await page.evaluate(axe.source);
  for (const scene of scenes) {
    found.push(...(await auditBothThemes(gallery, page, scene, density)));
  }
  await page.close();
  return found;
}
