import type { Page } from "@playwright/test";

/** The number of rows of the bare list that are hidden above the visible ones. */
const ABOVE = 4;

/**
 * Opens a bare page for comparison with the desk: the desk's document, styles and rows without its
 * scripts, in a list of equal length. A few lines of code move each row that leaves the view to the
 * other end. The frames that its scroll loses are the browser's own loss with such rows on this
 * machine.
 */
export async function openBareList(page: Page, callers: number): Promise<Page> {
  const bare = await page.context().newPage();
  // The page has the server's origin, so that it can load the console's style sheets.
  await bare.route("**/bare-list", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>bare</title>" }),
  );
  await bare.goto(new URL("/bare-list", page.url()).href);
  const document = await page.evaluate(() => {
    const { documentElement } = window.document;
    const attributes = [...documentElement.attributes].map(({ name, value }) => [name, value]);
    const links = [...window.document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    return {
      attributes,
      styles: links.map(({ href }) => href),
      body: window.document.body.outerHTML,
    };
  });
  await bare.evaluate(
    async ({ attributes, styles, body, count, above }) => {
      for (const [name = "", value = ""] of attributes) {
        window.document.documentElement.setAttribute(name, value);
      }
      const loads = styles.map((href) => {
        const link = window.document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href });
        window.document.head.append(link);
        return new Promise((resolve) => link.addEventListener("load", resolve));
      });
      await Promise.all(loads);
      window.document.body.outerHTML = body;
      for (const script of window.document.querySelectorAll("script")) {
        script.remove();
      }
      const rows = [...window.document.querySelectorAll("[data-row]")].flatMap((row) =>
        row.parentElement === null ? [] : [row.parentElement],
      );
      const list = rows[0]?.parentElement ?? null;
      const view = list?.parentElement ?? null;
      if (list === null || view === null) {
        throw new Error("The desk has no row.");
      }
      const height = rows[0]?.getBoundingClientRect().height ?? 0;
      list.style.height = `${count * height}px`;
      view.addEventListener("scroll", () => {
        const first = Math.max(0, Math.floor(view.scrollTop / height) - above);
        for (const [at, row] of rows.entries()) {
          const round = Math.ceil((first - at) / rows.length) * rows.length;
          row.style.transform = `translateY(${(at + round) * height}px)`;
        }
      });
    },
    { ...document, count: callers, above: ABOVE },
  );
  return bare;
}
