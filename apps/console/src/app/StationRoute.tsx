import { useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo } from "react";

import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import { useTheme } from "../features/settings/use-theme.ts";
import { type StationView, useStation, useStations } from "../features/station/use-station.ts";
import { toQueueFilter, withFilter } from "./station-search.ts";
import { StationPage } from "./StationPage.tsx";
import { LoadingPage, NotFoundPage, SessionPage, LazyNoStation } from "./StatusPage.tsx";
import { useChosenLanguage } from "./use-chosen-language.ts";
import { useSession } from "./use-session.ts";
import { useStartConsole } from "./use-start-console.ts";

/** Shows `/2zz`, the console of a station. */
export function StationRoute() {
  useStartConsole();
  const { station: callSign } = useParams({ from: "/$station" });
  const session = useSession();
  const stations = useStations();
  const station = useStation(callSign);
  // The first drawing runs in slices, so that the page can respond between them.
  const isDrawn = useDeferredValue(station !== null, false);
  const navigate = useNavigate();
  const { settings } = useSettings();
  useTheme(settings);
  useChosenLanguage(settings);
  if (session.status !== "authenticated") {
    return <SessionPage session={session} />;
  }
  if (stations === null) {
    return <LoadingPage />;
  }
  if (stations.length === 0) {
    return <LazyNoStation user={session.user} signOut={session.signOut} />;
  }
  if (station === null) {
    return <NotFoundPage home={() => void navigate({ to: "/" })} />;
  }
  return isDrawn ? <OpenStation station={station} /> : <LoadingPage />;
}

function OpenStation({ station }: { station: StationView }) {
  const search = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  const router = useRouter();
  // The filter keeps its identity while a panel opens, so that the queue is not redrawn.
  const { tab, find } = toQueueFilter(search);
  const filter = useMemo(() => ({ tab, find }), [tab, find]);
  const setFilter = useCallback(
    (next: QueueFilter) =>
      void navigate({ search: (before) => withFilter(before, next), replace: true }),
    [navigate],
  );
  const buildHref = useCallback(
    (callSign: string) =>
      router.buildLocation({ to: "/$station", params: { station: callSign.toLowerCase() } }).href,
    [router],
  );
  const follow = useCallback((href: string) => router.history.push(href), [router]);
  return (
    <StationPage
      key={station.station.id}
      station={station}
      filter={filter}
      setFilter={setFilter}
      hrefOf={buildHref}
      follow={follow}
    />
  );
}
