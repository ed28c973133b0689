import { useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectBridgedCall } from "../../client/desk/claims/line-exclusion.ts";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";
import { type BarredAt, useBarredAt } from "../../client/use-barred-lines.ts";

export const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

interface OtherLineInput {
  line: DeviceLine;
  leg: LineLeg["status"] | null;
  isBridged: boolean;
  isOnAir: boolean;
  /** The station of the line's call; `null` while the line is free. */
  station: string | null;
}

/** Returns the facts about the other line that the actions on a call of the station need. */
export function toOtherLine(
  { line, leg, isBridged, isOnAir, station: carried }: OtherLineInput,
  station: string,
  barredAt: BarredAt,
): CallOnLine["other"] {
  const isBarred = barredAt(station).has(line);
  const isBarredBack = carried !== null && barredAt(carried).has(otherOf[line]);
  return { line, leg, isBridged, isOnAir, isBarred, isBarredBack };
}

export function selectIsOnAir(state: RootState, line: DeviceLine): boolean {
  return selectCall(state, selectLeg(state, line)?.callId ?? "")?.desk.status === "on_air";
}

export function useOtherLine(own: DeviceLine, station: string): CallOnLine["other"] {
  const line = otherOf[own];
  const leg = useRootState((state) => selectLeg(state, line)?.status ?? null);
  const isBridged = useRootState((state) => selectBridgedCall(state, line) !== null);
  const isOnAir = useRootState((state) => selectIsOnAir(state, line));
  const carried = useRootState((state) => {
    const on = selectLeg(state, line);
    return on === null ? null : (selectCall(state, on.callId)?.station ?? null);
  });
  const barredAt = useBarredAt();
  return useMemo(
    () => toOtherLine({ line, leg, isBridged, isOnAir, station: carried }, station, barredAt),
    [line, leg, isBridged, isOnAir, carried, station, barredAt],
  );
}
