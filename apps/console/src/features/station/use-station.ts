import { useEffect, useMemo } from "react";

import { may, type Permission, type Station } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { Connection } from "../../client/realtime/connection.ts";
import { isWaiting, selectOrderedCalls } from "../../client/store/selectors.ts";
import type { SessionView, StationView } from "./station-view.ts";

/** Who is signed in; while nobody is, the console is on its way to the sign-in page. */
export function useSession(): SessionView {
  const context = useConsole();
  const session = useRootState((state) => state.desk.session);
  const failure = useRootState((state) => state.desk.startFailure);
  return useMemo((): SessionView => {
    if (failure !== null) {
      return { status: "failed", words: failure, retry: () => context.retryStart() };
    }
    if (session.status !== "authenticated") {
      return session;
    }
    return {
      status: "authenticated",
      user: session.user,
      signOut: () => void context.session.signOut(),
    };
  }, [context, session, failure]);
}

export function useConnection(): Connection {
  return useRootState((state) => state.desk.connection);
}

/** My stations; null while they load. */
export function useStations(): Station[] | null {
  const stations = useRootState((state) => state.desk.stations);
  const loaded = useRootState((state) => state.desk.stationsLoaded);
  return loaded ? stations : null;
}

function openState(open: boolean[]): boolean | "some" {
  if (open.every(Boolean)) {
    return true;
  }
  return open.some(Boolean) ? "some" : false;
}

/** The station of a page address such as `/2zz`: opens it, and shows it once it is known. */
export function useStation(callSign: string): StationView | null {
  const context = useConsole();
  const stations = useRootState((state) => state.desk.stations);
  const phoneLines = useRootState((state) => state.calls.phoneLines);
  const telephony = useRootState((state) => state.calls.telephony);
  const calls = useRootState(selectOrderedCalls);
  const station = stations.find((one) => one.callSign.toLowerCase() === callSign.toLowerCase());
  const id = station?.id;
  useEffect(() => {
    if (id !== undefined) {
      context.openStation(id);
    }
  }, [context, id]);

  return useMemo((): StationView | null => {
    if (station === undefined) {
      return null;
    }
    const waiting = calls.filter(isWaiting);
    return {
      station,
      stations,
      phoneLines,
      open: openState(phoneLines.map((line) => line.open)),
      setOpen: may(station.role, "desk")
        ? (open, phoneLine) => void context.actions.setOpen(station.id, open, phoneLine)
        : null,
      telephony,
      waiting: waiting.length,
      longestWaitSince: waiting.map((call) => call.arrivedAt).toSorted()[0] ?? null,
    };
  }, [context, station, stations, phoneLines, telephony, calls]);
}

/** The open station as its member sees it. */
export function useOpenStation(): Station | null {
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  return stations.find((station) => station.id === open) ?? null;
}

export function usePermission(permission: Permission): boolean {
  const station = useOpenStation();
  return station !== null && may(station.role, permission);
}
