import "@fontsource-variable/inter/wght.css";
import "./ui/tokens.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";

import { App } from "./app/App.tsx";
import { parseLocale, stripDefaultLocale } from "./app/locale.ts";
import { announcePageView, watchPageViews } from "./app/page-view.ts";
import { createConsoleRouter } from "./app/router.tsx";
import { ConsoleContext } from "./client/console-context.ts";
import { createQueries } from "./client/ConsoleProvider.tsx";

function start(element: HTMLElement): void {
  const plain = stripDefaultLocale(window.location.pathname);
  if (plain !== null) {
    window.history.replaceState(null, "", plain + window.location.search);
  }
  const { locale, basepath } = parseLocale(window.location.pathname);
  document.documentElement.lang = locale;
  const router = createConsoleRouter(basepath);
  watchPageViews(router, announcePageView(window));
  createRoot(element).render(
    <App
      context={new ConsoleContext(window)}
      queries={createQueries()}
      router={router}
      locale={locale}
    />,
  );
}

const root = document.getElementById("root");
if (root !== null) {
  start(root);
}
