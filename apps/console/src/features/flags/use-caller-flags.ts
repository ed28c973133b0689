import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { type Call, isBan, type StationFlag } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { FlagChange } from "../../client/desk/order-actions.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectCall } from "../../client/store/select-calls.ts";
import { usePermissionAt } from "../../client/use-permission.ts";

/** One flag of the station, as the caller carries it or not. */
export interface CallerFlag {
  flag: StationFlag;
  carried: boolean;
  reason: string;
  /** Null where the person may not change it. */
  change: ((change: FlagChange) => void) | null;
}

export interface CallerFlagsView {
  call: Call;
  status: "loading" | "ready" | "failed";
  /** Why the flags did not come. */
  words: string;
  flags: CallerFlag[];
}

/** `useCallerFlags(callId)`: the station's flags beside those of one caller. */
export function useCallerFlags(id: string | null): CallerFlagsView | null {
  const { order } = useConsole();
  const call = useRootState((state) => (id === null ? null : selectCall(state, id)));
  const station = call?.station ?? "";
  const mayFlag = usePermissionAt(station, "screen");
  const mayBan = usePermissionAt(station, "desk");
  const { data, status, error } = useQuery({
    queryKey: ["flags", station],
    queryFn: ({ signal }) => order.readFlags(station, signal),
    enabled: station !== "",
  });
  return useMemo(() => {
    if (call === null) {
      return null;
    }
    const flags = (data ?? []).map((flag): CallerFlag => {
      const mayChange = isBan(flag) ? mayBan : mayFlag;
      return {
        flag,
        carried: call.caller.flagIds.includes(flag.id),
        reason: findReason(call, flag),
        change: mayChange ? (change) => void order.flag(call.id, flag, change) : null,
      };
    });
    const words = status === "error" ? describeFailure(error).words : "";
    return {
      call,
      status: status === "pending" ? "loading" : status === "error" ? "failed" : "ready",
      words,
      flags,
    };
  }, [order, call, data, status, error, mayFlag, mayBan]);
}

/** Of a warning or a ban the call says the reason by itself, or the flag's name where none is. */
function findReason({ caller }: Call, { id, kind, name }: StationFlag): string {
  const label = caller.flags.find((one) => one.id === id);
  if (label !== undefined) {
    return label.reason;
  }
  const isShown = caller.warning?.kind === kind && caller.warning.reason !== name;
  return isShown ? (caller.warning?.reason ?? "") : "";
}
