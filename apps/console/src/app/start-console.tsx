import { createRoot } from "react-dom/client";

import { ConsoleContext } from "../client/console-context.ts";
import { createQueries } from "../client/ConsoleProvider.tsx";
import { findMissingFeatures } from "../lib/find-missing-features.ts";
import { App } from "./App.tsx";
import { WORDS_LANGUAGE } from "./en-au.ts";
import { parseLocale, stripDefaultLocale } from "./locale.ts";
import { announcePageView, watchPageViews } from "./page-view.ts";
import type { createConsoleRouter } from "./router.tsx";
import { UnsupportedPage } from "./UnsupportedPage.tsx";

/** Draws the console into the page; the entry decides which routes there are. */
export function startConsole(page: Window, createRouter: typeof createConsoleRouter): void {
  const { document, history, location } = page;
  const root = document.getElementById("root");
  if (root === null) {
    return;
  }
  const missing = findMissingFeatures(page);
  if (missing.length > 0) {
    createRoot(root).render(<UnsupportedPage missing={missing} />);
    return;
  }
  const plain = stripDefaultLocale(location.pathname);
  if (plain !== null) {
    history.replaceState(null, "", plain + location.search);
  }
  const { locale, basepath } = parseLocale(location.pathname);
  document.documentElement.lang = WORDS_LANGUAGE;
  const router = createRouter(basepath);
  watchPageViews(router, announcePageView(page));
  createRoot(root).render(
    <App
      context={new ConsoleContext(page)}
      queries={createQueries()}
      router={router}
      locale={locale}
    />,
  );
}
