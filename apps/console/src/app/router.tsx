import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useRouterState,
} from "@tanstack/react-router";
import { useTranslations } from "use-intl";

import { LoadingBar } from "../ui/LoadingBar.tsx";
import { FailedPage } from "./pages.tsx";
import { HomeRoute, StationRoute, UnknownRoute } from "./routes.tsx";
import { readStationSearch } from "./station-search.ts";

function RootLayout() {
  const t = useTranslations("app");
  const changing = useRouterState({ select: (state) => state.status === "pending" });
  return (
    <>
      <LoadingBar active={changing} label={t("loading")} />
      <Outlet />
    </>
  );
}

const root = createRootRoute({
  component: RootLayout,
  errorComponent: FailedPage,
  notFoundComponent: UnknownRoute,
});

const home = createRoute({ getParentRoute: () => root, path: "/", component: HomeRoute });

const phone = createRoute({
  getParentRoute: () => root,
  path: "/phone",
  component: lazyRouteComponent(() => import("./PhoneRoute.tsx"), "PhoneRoute"),
});

const station = createRoute({
  getParentRoute: () => root,
  path: "/$station",
  component: StationRoute,
  validateSearch: readStationSearch,
});

/** Every component in every state; not in the production build. */
const galleryRoutes =
  import.meta.env.MODE === "production"
    ? []
    : [
        createRoute({
          getParentRoute: () => root,
          path: "/__gallery",
          component: lazyRouteComponent(
            () => import("../../gallery/GalleryRoute.tsx"),
            "GalleryRoute",
          ),
        }),
      ];

const routeTree = root.addChildren([home, phone, station, ...galleryRoutes]);

export function createConsoleRouter(basepath: string) {
  return createRouter({ routeTree, basepath, defaultPendingMs: 400, scrollRestoration: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
