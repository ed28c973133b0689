import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { useSettings } from "../features/settings/use-settings.ts";
import { areSettingsLoaded, useTheme } from "../features/settings/use-theme.ts";
import { useStations } from "../features/station/use-station.ts";
import { LoadingPage, SessionPage, LazyNoStation } from "./StatusPage.tsx";
import { useSession } from "./use-session.ts";
import { useStartConsole } from "./use-start-console.ts";

/** The time to wait for the person's settings, which decide the target of `/`. */
const SETTINGS_WAIT_MS = 1_000;

/**
 * Opens for `/` the station of the person's settings, with `panel` open. Without such a setting it
 * opens the person's first station.
 */
export function HomeRoute({ panel }: { panel?: string }) {
  useStartConsole();
  const session = useSession();
  const stations = useStations();
  const { settings } = useSettings();
  useTheme(settings);
  const navigate = useNavigate();
  const ready = useWaited(SETTINGS_WAIT_MS) || areSettingsLoaded(settings);
  const chosen = stations?.find((station) => station.id === settings.activeQueueStation);
  const station = chosen ?? stations?.[0];
  const callSign = ready ? station?.callSign.toLowerCase() : undefined;
  useEffect(() => {
    if (callSign !== undefined) {
      const search = panel === undefined ? {} : { panels: panel };
      void navigate({ to: "/$station", params: { station: callSign }, search, replace: true });
    }
  }, [callSign, navigate, panel]);
  if (session.status !== "authenticated") {
    return <SessionPage session={session} />;
  }
  return stations?.length === 0 ? (
    <LazyNoStation user={session.user} signOut={session.signOut} />
  ) : (
    <LoadingPage />
  );
}

function useWaited(ms: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
}
