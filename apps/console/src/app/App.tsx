import { CSPProvider } from "@base-ui/react/csp-provider";
import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ErrorBoundary } from "react-error-boundary";
import { IntlProvider } from "use-intl";

import type { ConsoleContext } from "../client/console-context.ts";
import { ConsoleProvider } from "../client/ConsoleProvider.tsx";
import { KeyboardProvider } from "../ui/keys/KeyboardProvider.tsx";
import { OverlayProvider } from "../ui/OverlayRoot.tsx";
import { STATION_TIME_ZONE } from "../ui/time/time-formats.ts";
import { TimeProvider } from "../ui/time/TimeProvider.tsx";
import type { Words } from "./load-words.ts";
import type { createConsoleRouter } from "./router.tsx";
import { FailedPage } from "./StatusPage.tsx";

interface AppProps {
  context: ConsoleContext;
  queries: QueryClient;
  router: ReturnType<typeof createConsoleRouter>;
  words: Words;
  locale: string;
}

export function App({ context, queries, router, words, locale }: AppProps) {
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
