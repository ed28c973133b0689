import { type ComponentProps, lazy, Suspense } from "react";

import { LoadingPage } from "./StatusPage.tsx";

// Whoever has a station never needs it.
const NoStation = lazy(async () => {
  const loaded = await import("./NoStationRoute.tsx");
  return { default: loaded.NoStationRoute };
});

export function LazyNoStation(props: ComponentProps<typeof NoStation>) {
  return (
    <Suspense fallback={<LoadingPage />}>
      <NoStation {...props} />
    </Suspense>
  );
}
