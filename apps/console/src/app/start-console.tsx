import { CSPProvider } from "@base-ui/react/csp-provider";
import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "react-error-boundary";
import { IntlProvider, useTranslations } from "use-intl";

import {
  chooseLanguage,
  DEFAULT_LOCALE,
  languages,
  parseLocale,
  stripDefaultLocale,
} from "@linedesk/contract";
import { createConsole, type ConsoleContext } from "../client/console-context.ts";
import { createQueries, ConsoleProvider } from "../client/ConsoleProvider.tsx";
import { setPageWords, setReasonWriter } from "../client/words/page-words.ts";
import { loadReasons } from "../client/words/reasons/load-reasons.ts";
import { findMissingFeatures, type MissingFeature } from "../lib/find-missing-features.ts";
import { KeyboardProvider } from "../ui/keys/KeyboardProvider.tsx";
import { OverlayProvider } from "../ui/OverlayRoot.tsx";
import { STATION_TIME_ZONE } from "../ui/time/time-formats.ts";
import { TimeProvider } from "../ui/time/TimeProvider.tsx";
import { loadWords, type Words } from "./load-words.ts";
import type { createConsoleRouter } from "./router.tsx";
import { startMonitoring } from "./start-monitoring.ts";
import { StatusPage, FailedPage } from "./StatusPage.tsx";

/** The time after which the first load of a desk is complete. */
const SETTLED_MS = 5_000;

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

/** Sets the language of the page and of the words outside components. */
function speak({ documentElement: page }: Document, words: Words): void {
  page.lang = words.language;
  page.dir = languages[words.language].direction;
  setPageWords({ ...words, locale: words.language, writeReason: null });
  const load = () => void loadReasons(words.language).then(setReasonWriter);
  // The server's sentences are in English. An English page needs the words only for reasons that
  // have another text in the console, so it loads them after the desk.
  setTimeout(load, words.language === DEFAULT_LOCALE ? SETTLED_MS : 0);
}

/** Replaces the console with one page, without a retry, in a browser that cannot carry a call. */
export function UnsupportedPage({ missing }: { missing: readonly MissingFeature[] }) {
  const t = useTranslations("app");
  return (
    <StatusPage title={t("unsupported")}>
      {t("unsupportedWords")}
      <ul>
        {missing.map((feature) => (
          <li key={feature}>{t(`missing.${feature}`)}</li>
        ))}
      </ul>
      {t("unsupportedHint")}
    </StatusPage>
  );
}

interface AppProps {
  context: ConsoleContext;
  queries: QueryClient;
  router: ReturnType<typeof createConsoleRouter>;
  words: Words;
  locale: string;
}

function App({ context, queries, router, words, locale }: AppProps) {
  return (
    <IntlProvider locale={words.language} messages={words.messages} timeZone={STATION_TIME_ZONE}>
      <CSPProvider disableStyleElements>
        <ErrorBoundary FallbackComponent={FailedPage}>
          <TimeProvider locale={locale}>
            <KeyboardProvider>
              <OverlayProvider>
                <ConsoleProvider context={context} queries={queries}>
                  <RouterProvider router={router} />
                </ConsoleProvider>
              </OverlayProvider>
            </KeyboardProvider>
          </TimeProvider>
        </ErrorBoundary>
      </CSPProvider>
    </IntlProvider>
  );
}
