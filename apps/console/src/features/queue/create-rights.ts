import { type DeviceLine, may, type Permission, type Station } from "@linedesk/contract";
import type { BarredAt } from "../../client/use-barred-lines.ts";
import type { StationTagView } from "./queue-filter.ts";

export interface RowRights {
  /** The station's tag; `null` while only one station is watched. */
  tag: StationTagView | null;
  may: (permission: Permission) => boolean;
  /**
   * The lines that can take a caller. Lines that feed the air are absent if the role may not put
   * calls to air.
   */
  lines: readonly DeviceLine[];
  here: boolean;
  /** Is true when the selected line takes the caller to air. */
  toAir: boolean;
  /** The lines that take a caller to air. */
  fed: ReadonlySet<DeviceLine>;
}

interface Seat {
  stations: readonly Station[];
  /** Is true in a following tab, which is read-only. */
  isReading: boolean;
  isTagged: boolean;
  /** The lines that feed the air, if the role at the row's station may not put calls to air. */
  barredAt?: BarredAt;
  /** The lines that feed the air. */
  fedAt?: BarredAt;
  selected?: DeviceLine;
}

const bothLines = ["line1", "line2"] as const;
const NO_LINES: ReadonlySet<DeviceLine> = new Set();

/** The number of station colours. */
const STATION_HUES = 6;

const NOTHING: RowRights = {
  tag: null,
  may: () => false,
  lines: [],
  here: false,
  toAir: false,
  fed: NO_LINES,
};

export function createRights({ stations, isReading, isTagged, selected, ...seat }: Seat) {
  const rights = new Map<string, RowRights>();
  for (const [index, { id, callSign, role, colour = null }] of stations.entries()) {
    const barred = seat.barredAt?.(id) ?? NO_LINES;
    const fed = seat.fedAt?.(id) ?? NO_LINES;
    const isFed = selected !== undefined && fed.has(selected);
    rights.set(id, {
      tag: isTagged ? { callSign, hue: index % STATION_HUES, colour } : null,
      may: (permission) => !isReading && may(role, permission),
      lines: bothLines.filter((line) => !barred.has(line)),
      here: selected === undefined || !barred.has(selected),
      toAir: isFed && may(role, "air"),
      fed,
    });
  }
  return (station: string): RowRights => rights.get(station) ?? NOTHING;
}
