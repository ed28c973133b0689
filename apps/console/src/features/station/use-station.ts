import { createSelector } from "@reduxjs/toolkit";
import { useEffect, useMemo } from "react";
import { shallowEqual } from "react-redux";

import { may, type PhoneLine, type Station } from "@linedesk/contract";
import { useConsole, useRootState, usePermission } from "../../client/ConsoleProvider.tsx";
import type { RootState } from "../../client/store/store.ts";

/** Returns the person's stations; `null` while they load. */
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

type OpenLine = Pick<PhoneLine, "id" | "open">;

export function listOpen(lines: readonly OpenLine[]): string[] {
  return lines.filter(({ open }) => open).map(({ id }) => id);
}

/** Lists the lines that the switch opens again: those that were open before all were closed. */
export function listToReopen(
  lines: readonly OpenLine[],
  openBefore: readonly string[],
): readonly string[] | "all" {
  const again = lines.map(({ id }) => id).filter((id) => openBefore.includes(id));
  return again.length === 0 || again.length === lines.length ? "all" : again;
}

/**
 * Opens the station of a page address such as `/2zz`, and returns the station when it is loaded.
 */
export function useStation(callSign: string): StationView | null {
  const context = useConsole();
  const stations = useRootState((state) => state.desk.stations);
  const phoneLines = useRootState((state) => state.calls.phoneLines);
  const telephony = useRootState((state) => state.calls.telephony);
  const station = stations.find((one) => one.callSign.toLowerCase() === callSign.toLowerCase());
  const mayOpen = usePermission("desk");
  const others = useOtherLines();
  const id = station?.id;
  useEffect(() => {
    if (id !== undefined) {
      context.life.openStation(id);
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
        ? (open, phoneLine) => void context.desk.actions.setOpen(station.id, open, phoneLine)
        : null,
      telephony,
      others,
    };
  }, [context, station, stations, phoneLines, telephony, mayOpen, others]);
}

/**
 * The phone lines of watched stations. The result stays the same object while an event changes none
 * of them.
 */
const selectWatchedLines = createSelector(
  [(state: RootState) => state.watched.byStation],
  (byStation): Record<string, PhoneLine[]> =>
    Object.fromEntries(Object.entries(byStation).map(([id, { phoneLines }]) => [id, phoneLines])),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

function useOtherLines(): StationLinesView[] {
  const { actions } = useConsole().desk;
  const stations = useRootState((state) => state.desk.stations);
  const watched = useRootState(selectWatchedLines);
  const isReading = useRootState((state) => state.seats.tab === "following");
  return useMemo(
    () =>
      stations.flatMap(({ id, callSign, role }) => {
        const phoneLines = watched[id] ?? [];
        if (phoneLines.length === 0 || isReading || !may(role, "desk")) {
          return [];
        }
        const setOpen = (open: boolean, line?: string) => void actions.setOpen(id, open, line);
        return [{ callSign, phoneLines, setOpen }];
      }),
    [actions, stations, watched, isReading],
  );
}

export interface StationLinesView {
  callSign: string;
  phoneLines: PhoneLine[];
  setOpen: (open: boolean, phoneLine?: string) => void;
}

export interface StationView {
  station: Station;
  stations: Station[];
  phoneLines: PhoneLine[];
  /** Is true when all lines are open, false when all are closed, and "some" in any other case. */
  open: boolean | "some";
  setOpen: ((open: boolean, phoneLine?: string) => void) | null;
  telephony: "up" | "down";
  others: StationLinesView[];
}
