import { useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";

import { useStartConsole } from "../client/ConsoleProvider.tsx";
import { useSettings } from "../features/settings/use-settings.ts";
import type { StationView } from "../features/station/station-view.ts";
import { useSession, useStation, useStations } from "../features/station/use-station.ts";
import { LoadingPage, NoStationPage, NotFoundPage, SessionPage } from "./pages.tsx";
import { toQueueFilter, toStationSearch } from "./station-search.ts";
import type { Filter } from "./station-search.ts";
import { StationPage } from "./StationPage.tsx";
import { areSettingsLoaded, useTheme } from "./use-page-state.ts";

/** My settings decide where `/` leads; they are waited for this long. */
const SETTINGS_WAIT_MS = 1_000;

/** `/`: leads to my last station, else to my first. */
export function HomeRoute() {
  useStartConsole();
  const session = useSession();
  const stations = useStations();
  const { settings } = useSettings();
  useTheme(settings);
  const navigate = useNavigate();
  const ready = useWaited(SETTINGS_WAIT_MS) || areSettingsLoaded(settings);
  const last = stations?.find((station) => station.id === settings.activeQueueStation);
  const station = last ?? stations?.[0];
  const callSign = ready ? station?.callSign.toLowerCase() : undefined;
  useEffect(() => {
    if (callSign !== undefined) {
      void navigate({ to: "/$station", params: { station: callSign }, replace: true });
    }
  }, [callSign, navigate]);
  if (session.status !== "authenticated") {
    return <SessionPage session={session} />;
  }
  return stations?.length === 0 ? <NoStationPage /> : <LoadingPage />;
}

function useWaited(ms: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
}

/** `/2zz`: the console of a station. */
export function StationRoute() {
  useStartConsole();
  const { station: callSign } = useParams({ from: "/$station" });
  const session = useSession();
  const stations = useStations();
  const station = useStation(callSign);
  const navigate = useNavigate();
  useTheme(useSettings().settings);
  if (session.status !== "authenticated") {
    return <SessionPage session={session} />;
  }
  if (stations === null) {
    return <LoadingPage />;
  }
  if (station === null) {
    return <NotFoundPage home={() => void navigate({ to: "/" })} />;
  }
  return <OpenStation station={station} />;
}

function OpenStation({ station }: { station: StationView }) {
  const search = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  const router = useRouter();
  useRememberStation(station.station.id);
  const filter = useMemo(() => toQueueFilter(search), [search]);
  const setFilter = useCallback(
    (filter: Filter) => void navigate({ search: toStationSearch(filter), replace: true }),
    [navigate],
  );
  function hrefOf(callSign: string) {
    return router.buildLocation({ to: "/$station", params: { station: callSign.toLowerCase() } })
      .href;
  }
  return (
    <StationPage
      key={station.station.id}
      station={station}
      filter={filter}
      setFilter={setFilter}
      hrefOf={hrefOf}
      follow={(href) => router.history.push(href)}
    />
  );
}

function useRememberStation(id: string): void {
  const { settings, change } = useSettings();
  const stale = areSettingsLoaded(settings) && settings.activeQueueStation !== id;
  useEffect(() => {
    if (stale) {
      change({ setting: "ACTIVEQUEUESTATION", value: id });
    }
  }, [stale, id, change]);
}

export function UnknownRoute() {
  const navigate = useNavigate();
  return <NotFoundPage home={() => void navigate({ to: "/" })} />;
}
