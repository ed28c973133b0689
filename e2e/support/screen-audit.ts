import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";

const folder = join(import.meta.dirname, "../.output/screens");
interface Size {
  width: number;
  height: number;
}
const sizes: readonly Size[] = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Takes pictures of screens, and collects their faults. */
export class ScreenAudit {
  readonly faults: string[] = [];

  /** Watches every later page of the context. */
  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      globalThis.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.effectiveDirective} refused ${event.blockedURI}`);
      });
    });
    context.on("console", (line) => {
      if (line.type() === "error") {
        this.faults.push(`console: ${line.text()} at ${line.location().url}`);
      }
    });
    context.on("weberror", (error) => this.faults.push(`page: ${error.error().message}`));
  }

  /**
   * Takes light and dark pictures at each size, and adds axe's findings. The theme changes only
   * colours, so dark needs only the contrast rules. The page must follow the system's theme.
   */
  async take(page: Page, name: string, at: readonly Size[] = sizes): Promise<void> {
    const found: string[] = [];
    await this.picture(
      page,
      name,
      async (size, colorScheme) => {
        if (size.width === 1280) {
          found.push(...(await audit(page, colorScheme)));
        }
      },
      at,
    );
    this.faults.push(...found.map((fault) => `axe, ${name}: ${fault}`));
  }

  /** Takes the pictures, and runs `check` after each of them. */
  async picture(
    page: Page,
    name: string,
    check: PictureCheck = () => Promise.resolve(),
    at: readonly Size[] = sizes,
  ): Promise<void> {
    for (const size of at) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await untilSettled(page);
        const path = join(folder, `${name}-${size.width}-${colorScheme}.png`);
        await page.screenshot({ path, animations: "allow", caret: "initial" });
        await check(size, colorScheme);
      }
    }
  }
}

type PictureCheck = (size: { width: number }, colorScheme: "light" | "dark") => Promise<void>;

/** Waits until a change of theme has faded in, so that checks use the final colours. */
export function untilSettled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}

async function audit(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  // The pages have no frames, and the other mode of axe would open a tab for every check.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (colorScheme === "light") {
    axe.withTags(tags);
  } else {
    axe.withRules(["color-contrast"]);
  }
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id} (${colorScheme}): ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}
