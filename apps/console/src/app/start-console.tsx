import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";

import { chooseLanguage, languages, parseLocale, stripDefaultLocale } from "@linedesk/contract";
import { createConsole } from "../client/console-context.ts";
import { createQueries } from "../client/ConsoleProvider.tsx";
import { setPageWords } from "../client/words/page-words.ts";
import { findMissingFeatures } from "../lib/find-missing-features.ts";
import { App } from "./App.tsx";
import { loadWords, type Words } from "./load-words.ts";
import type { createConsoleRouter } from "./router.tsx";
import { startMonitoring } from "./start-monitoring.ts";
import { UnsupportedPage } from "./UnsupportedPage.tsx";

export async function startConsole(
  page: Window,
  createRouter: typeof createConsoleRouter,
): Promise<void> {
  const { document, history, location } = page;
  const root = document.getElementById("root");
  if (root === null) {
    return;
  }
  const plain = stripDefaultLocale(location.pathname);
  if (plain !== null) {
    history.replaceState(null, "", plain + location.search);
  }
  const { locale, basepath } = parseLocale(location.pathname);
  const words = await loadWords(chooseLanguage(locale));
  speak(document, words);
  const missing = findMissingFeatures(page);
  if (missing.length > 0) {
    createRoot(root).render(
      <IntlProvider locale={words.language} messages={words.messages}>
        <UnsupportedPage missing={missing} />
      </IntlProvider>,
    );
    return;
  }
  const router = createRouter(basepath);
  startMonitoring(page, router);
  createRoot(root).render(
    <App
      context={createConsole(page)}
      queries={createQueries()}
      router={router}
      words={words}
      locale={locale}
    />,
  );
}

/** The page says in which language it speaks; what no component draws speaks it as well. */
function speak({ documentElement: page }: Document, words: Words): void {
  page.lang = words.language;
  page.dir = languages[words.language].direction;
  setPageWords({ ...words, locale: words.language });
}
