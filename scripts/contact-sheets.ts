import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Browser, BrowserContext, Page } from "@playwright/test";

import { startStation } from "@linedesk/testkit";
import { openBrowser } from "../e2e/support/browser.ts";
import { untilSettled } from "../e2e/support/screen-audit.ts";
import { type SheetPicture, writeSheets } from "./pictures/contact-sheet.ts";
import { serveGallery } from "./pictures/serve-gallery.ts";
import { isWanted, readSheetChoice, type SheetChoice } from "./pictures/sheet-choice.ts";

const folder = join(import.meta.dirname, "../e2e/.output/contact-sheets");
const heights = { 390: 844, 1024: 768, 1280: 800, 1440: 900, 1920: 1080 } as const;
/** Screens of at most this width are mostly tablets and phones. */
const TOUCH_TO = 1_024;
const SIGN_IN = "sign-in";
const given = process.argv.slice(2);
const urlAt = given.indexOf("--url");
const running = urlAt === -1 ? null : (given[urlAt + 1] ?? null);
const choice = readSheetChoice(
  given.filter((_, at) => urlAt === -1 || at < urlAt || at > urlAt + 1),
);

/** The pages that the server and the demonstration issuer draw without the console. */
const signInPages = {
  [`${SIGN_IN}-page`]: "/api/auth/signin?callbackUrl=",
  [`${SIGN_IN}-expired`]: "/api/auth/signin?error=SessionRequired&callbackUrl=",
  [`${SIGN_IN}-failed`]: "/api/auth/error?error=OAuthCallback&callbackUrl=",
  [`${SIGN_IN}-people`]: "",
};

interface Screens {
  names: readonly string[];
  open: (page: Page, name: string, language: string, theme: string) => Promise<void>;
}

async function takeSheets(browser: Browser, title: string, screens: Screens): Promise<void> {
  for (const language of choice.languages) {
    for (const theme of choice.themes) {
      for (const width of choice.widths) {
        const viewport = { width, height: heights[width] };
        const context = await browser.newContext({
          viewport,
          colorScheme: theme,
          hasTouch: width <= TOUCH_TO,
          locale: language === "de" ? "de-DE" : "en-AU",
        });
        const pictures = await takePictures(context, screens, { language, theme });
        const name = `${title}-${language}-${width}-${theme}`;
        const paths = await writeSheets(context, { folder, title: name, width }, pictures);
        console.log(paths.join("\n"));
        await context.close();
      }
    }
  }
}

async function takePictures(
  context: BrowserContext,
  { names, open }: Screens,
  { language, theme }: { language: string; theme: string },
): Promise<SheetPicture[]> {
  const page = await context.newPage();
  const untilLoaded = watchLoads(page);
  const pictures: SheetPicture[] = [];
  for (const name of names) {
    await open(page, name, language, theme);
    await untilLoaded();
    await untilSettled(page);
    const picture = await page.screenshot({ type: "jpeg", quality: 80, animations: "disabled" });
    pictures.push({ name, picture });
  }
  await page.close();
  return pictures;
}

/** Returns a function that waits until the page loads no file of the console any more. */
function watchLoads(page: Page): () => Promise<void> {
  const open = new Set<unknown>();
  page.on("request", (request) => {
    if (!request.url().includes("/api/")) {
      open.add(request);
    }
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return async () => {
    // A part that is loaded is drawn, and may then load a further part.
    for (let idle = 0; idle < 3; idle = open.size === 0 ? idle + 1 : 0) {
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  };
}

/** Opens a scene of the gallery; on a loaded gallery only the address changes. */
async function openScene(page: Page, url: string, search: string): Promise<void> {
  if (!page.url().startsWith(url)) {
    await page.goto(`${url}?${search}`);
  }
  await page.evaluate(async (wanted) => {
    window.history.pushState({}, "", `?${wanted}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
    const drawn = new URLSearchParams(wanted).toString();
    while (document.documentElement.dataset["drawn"] !== drawn) {
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    await document.fonts.ready;
  }, search);
  await page.locator("#root > *").first().waitFor();
}

async function readSceneNames(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.goto(url);
  const names = await page.locator("[data-scenes]").getAttribute("data-scenes");
  await page.close();
  return (names ?? "").split(" ").filter((name) => isWanted(name, choice));
}

async function takeGallery(browser: Browser, origin: string): Promise<void> {
  const names = await readSceneNames(browser, `${origin}__gallery`);
  await takeSheets(browser, "screens", {
    names,
    open: async (page, name, language, theme) => {
      const url = `${origin}${language === "en" ? "" : `${language}/`}__gallery`;
      if (!page.url().startsWith(url)) {
        // Some scenes are panels that send requests, which get no answer here.
        await page.route("**/api/**", () => undefined);
      }
      await openScene(page, url, `scene=${name}&theme=${theme}`);
    },
  });
}

async function takeSignIn(browser: Browser): Promise<void> {
  await using station = await startStation({ from: "bundles" });
  await takeSheets(browser, SIGN_IN, {
    names: Object.keys(signInPages).filter((name) => isWanted(name, choice)),
    open: async (page, name, language) => {
      const path = Object.entries(signInPages).find(([one]) => one === name)?.[1] ?? "";
      const desk = language === "en" ? "/2zz" : `/${language}/2zz`;
      await page.goto(new URL(`${path}${desk}`, station.url).href, { waitUntil: "networkidle" });
    },
  });
}

async function takeAll({ screens }: SheetChoice): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chromium = await openBrowser();
  const isSignInOnly = screens.length > 0 && screens.every((name) => name.startsWith(SIGN_IN));
  try {
    if (!isSignInOnly && running !== null) {
      await takeGallery(chromium.browser, new URL("/", running).href);
    } else if (!isSignInOnly) {
      await using gallery = await serveGallery();
      await takeGallery(chromium.browser, gallery.url);
    }
    if (screens.length === 0 || isSignInOnly) {
      await takeSignIn(chromium.browser);
    }
  } finally {
    await chromium.close();
  }
}

/**
 * `npx tsx scripts/contact-sheets.ts 1440 dark de admin- board` writes sheets with the screens that
 * the arguments select; without arguments, with all screens. `--url http://127.0.0.1:3000` uses the
 * gallery of a running `npm run dev` in place of a build.
 */
await takeAll(choice);
