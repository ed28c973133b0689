import "@fontsource-variable/inter/wght.css";
import "../src/ui/tokens.css";
import "../src/ui/base.css";
import "../src/ui/conditions.css";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { createConsoleRouter, rootRoute } from "../src/app/router.tsx";
import { startConsole } from "../src/app/start-console.tsx";

/** The console with an additional page that shows every component in every state. */
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/__gallery",
  component: lazyRouteComponent(() => import("./GalleryRoute.tsx"), "GalleryRoute"),
});

void startConsole(window, (basepath) => createConsoleRouter(basepath, [galleryRoute]));
