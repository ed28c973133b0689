import { type DeviceLine, may, type Permission, type Station } from "@linedesk/contract";
import type { StationTagView } from "./queue-view.ts";

/** What of a station decides how its rows are drawn, and what may be done with them. */
export interface RowRights {
  /** Null while one station alone is watched [ST41]. */
  tag: StationTagView | null;
  mayAnswer: boolean;
  mayReject: boolean;
  mayAir: boolean;
  mayDial: boolean;
  /** On which a caller can be taken: not on one that feeds the air, where the role may not. */
  lines: readonly DeviceLine[];
  /** The selected line is one of them: the row has a button. */
  here: boolean;
}

interface Seat {
  stations: readonly Station[];
  /** Another tab leads: this one only reads [CN1]. */
  isReading: boolean;
  isTagged: boolean;
  /** Lines of the open station that feed the air, where the role there may not [SH42]. */
  barred?: { station: string; lines: ReadonlySet<DeviceLine>; isSelected: boolean };
}

const bothLines = ["line1", "line2"] as const;

/** As many as the colours of stations are. */
const STATION_HUES = 6;

const NOTHING: RowRights = {
  tag: null,
  mayAnswer: false,
  mayReject: false,
  mayAir: false,
  mayDial: false,
  lines: [],
  here: false,
};

/** [QU62] What may be done with a row is what my role at its station allows. */
export function createRights({ stations, isReading, isTagged, barred }: Seat) {
  const rights = new Map<string, RowRights>();
  for (const [index, { id, callSign, role, colour = null }] of stations.entries()) {
    const mayDo = (permission: Permission) => !isReading && may(role, permission);
    rights.set(id, {
      tag: isTagged ? { callSign, hue: index % STATION_HUES, colour } : null,
      mayAnswer: mayDo("screen"),
      mayReject: mayDo("reject"),
      mayAir: mayDo("air"),
      mayDial: mayDo("dial"),
      lines: bothLines.filter((line) => barred?.station !== id || !barred.lines.has(line)),
      here: barred?.station !== id || !barred.isSelected,
    });
  }
  return (station: string): RowRights => rights.get(station) ?? NOTHING;
}
