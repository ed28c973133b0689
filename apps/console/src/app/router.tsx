import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useNavigate,
  useRouterState,
} from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { useTranslations } from "use-intl";

import { useStations } from "../features/station/use-station.ts";
import { LoadingBar } from "../ui/LoadingBar.tsx";
import { HomeRoute } from "./HomeRoute.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { CHAT_PANEL, panels } from "./panels.ts";
import { readStationSearch } from "./station-search.ts";
import { StationRoute } from "./StationRoute.tsx";
import { AdminTop } from "./StationTop.tsx";
import { FailedPage, LoadingPage, NotFoundPage } from "./StatusPage.tsx";

const AwayBars = lazy(async () => {
  const loaded = await import("../features/incoming/AwayBars.tsx");
  return { default: loaded.AwayBars };
});

/**
 * `AdminRoute` gets the bar as a prop. If it imported the bar, the bar would be in another chunk of
 * the first load.
 */
const AdminRoute = lazy(async () => {
  const loaded = await import("./AdminRoute.tsx");
  return { default: loaded.AdminRoute };
});

function RootLayout() {
  const t = useTranslations("app");
  const changing = useRouterState({ select: (state) => state.status === "pending" });
  return (
    <PageTitle>
      <LoadingBar active={changing} label={t("loading")} />
      <AwayIncoming />
      <Outlet />
    </PageTitle>
  );
}

/** Returns true on the desk of one of the person's stations, and false on the pages below it. */
function useHasQueue(): boolean {
  const path = useRouterState({ select: (state) => state.location.pathname.toLowerCase() });
  const stations = useStations() ?? [];
  return stations.some(({ callSign }) => path.endsWith(`/${callSign.toLowerCase()}`));
}

function AwayIncoming() {
  const navigate = useNavigate();
  const hasQueue = useHasQueue();
  const answered = useCallback(
    (callSign: string) =>
      void navigate({ to: "/$station", params: { station: callSign.toLowerCase() } }),
    [navigate],
  );
  return hasQueue ? null : (
    <Suspense fallback={null}>
      <AwayBars toDesk={answered} />
    </Suspense>
  );
}

export const rootRoute = createRootRoute({
  component: RootLayout,
  errorComponent: FailedPage,
  notFoundComponent: UnknownRoute,
});

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: () => <HomeRoute />,
});

/** Opens the chat of the station that `/` leads to. */
const chat = createRoute({
  getParentRoute: () => rootRoute,
  path: "/chat",
  component: () => <HomeRoute panel={CHAT_PANEL} />,
});

const phone = createRoute({
  getParentRoute: () => rootRoute,
  path: "/phone",
  component: lazyRouteComponent(() => import("./PhoneRoute.tsx"), "PhoneRoute"),
});

/** The pages of the manual; no station has the call sign `help`. */
const help = createRoute({
  getParentRoute: () => rootRoute,
  path: "/help/$",
  validateSearch: readStationSearch,
  component: lazyRouteComponent(() => import("./HelpRoute.tsx"), "HelpRoute"),
});

const station = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$station",
  component: StationRoute,
  validateSearch: readStationSearch,
});

const admin = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$station/admin/$",
  component: () => (
    <Suspense fallback={<LoadingPage />}>
      <AdminRoute Top={AdminTop} panels={panels} />
    </Suspense>
  ),
});

const pages = [home, chat, phone, help, station, admin] as const;

export function createConsoleRouter(basepath: string, more: readonly AnyRoute[] = []) {
  const routeTree = rootRoute.addChildren(pages);
  rootRoute.addChildren([...pages, ...more]);
  return createRouter({ routeTree, basepath, defaultPendingMs: 400, scrollRestoration: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

function UnknownRoute() {
  const navigate = useNavigate();
  return <NotFoundPage home={() => void navigate({ to: "/" })} />;
}
