import { useEffect, useMemo } from "react";

import type { PhoneLine, Station } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { usePermission } from "../../client/use-permission.ts";

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
  const station = stations.find((one) => one.callSign.toLowerCase() === callSign.toLowerCase());
  const mayOpen = usePermission("desk");
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
    return {
      station,
      stations,
      phoneLines,
      open: openState(phoneLines.map((line) => line.open)),
      setOpen: mayOpen
        ? (open, phoneLine) => void context.actions.setOpen(station.id, open, phoneLine)
        : null,
      telephony,
    };
  }, [context, station, stations, phoneLines, telephony, mayOpen]);
}

export interface StationView {
  station: Station;
  stations: Station[];
  phoneLines: PhoneLine[];
  /** True when every open-able line is open, false when all are closed, "some" between. */
  open: boolean | "some";
  setOpen: ((open: boolean, phoneLine?: string) => void) | null;
  telephony: "up" | "down";
}
