import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import {
  type Call,
  type CallerProfile,
  isBan,
  readProfile,
  type StationFlag,
} from "@linedesk/contract";
import { useConsole, useRootState, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import type { FlagChange } from "../../client/desk/marks/order-actions.ts";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectCall } from "../../client/store/select-calls.ts";
import { toSeen } from "./to-seen.ts";

const noFlags: CallerProfile["flags"] = [];

export interface CallerFlag {
  flag: StationFlag;
  carried: boolean;
  reason: string;
  until: string | null;
  /** Changes the flag; `null` when the person may not. */
  change: ((change: FlagTerms) => void) | null;
}

export type FlagTerms = Omit<FlagChange, "seen">;

export interface CallerFlagsView {
  call: Call;
  status: "loading" | "ready" | "failed";
  /** The reason why the flags did not load. */
  words: string;
  flags: CallerFlag[];
}

/** Returns the station's flags, and which of them the caller has. */
export function useCallerFlags(id: string | null): CallerFlagsView | null {
  const { station: shared, http } = useConsole();
  const { order } = shared;
  const queries = useQueryClient();
  const call = useRootState((state) => (id === null ? null : selectCall(state, id)));
  const station = call?.station ?? "";
  const mayFlag = usePermissionAt(station, "screen");
  const mayBan = usePermissionAt(station, "desk");
  const { data, status, error } = useQuery({
    queryKey: ["flags", station],
    queryFn: ({ signal }) => order.readFlags(station, signal),
    enabled: station !== "",
  });
  const snapshots = useRootState((state) => state.calls.snapshots);
  const caller = call?.caller.id ?? null;
  // The profile is loaded because a call contains only the caller's most serious warning or ban.
  const profile = useQuery({
    queryKey: ["profile", station, caller, snapshots],
    queryFn: ({ signal }) =>
      http.call(readProfile, { query: { station, caller: caller ?? "" }, signal }),
    enabled: caller !== null,
  });
  const isLoading = profile.isLoading;
  const known = caller === null ? noFlags : profile.data?.profile.flags;
  // During a new load the old profile can lack the change that this person has just made.
  const isCurrent = !profile.isFetching;
  return useMemo(() => {
    if (call === null) {
      return null;
    }
    async function change(id: string, flag: StationFlag, wanted: FlagTerms) {
      await order.flag(id, flag, wanted);
      await queries.invalidateQueries({ queryKey: ["profile"] });
    }
    const flags = (data ?? []).map((flag): CallerFlag => {
      const mayChange = isBan(flag) ? mayBan : mayFlag;
      const terms = known?.find((one) => one.id === flag.id);
      // The call has a new flag earlier than the profile, so `carried` comes from the call.
      const shown = {
        carried: call.caller.flagIds.includes(flag.id),
        reason: terms?.reason ?? findReason(call, flag),
        until: terms?.until ?? null,
      };
      const inProfile = known !== undefined && isCurrent ? terms !== undefined : null;
      const seen = toSeen({ shown, inProfile });
      return {
        flag,
        ...shown,
        change: mayChange ? (wanted) => void change(call.id, flag, { ...wanted, ...seen }) : null,
      };
    });
    const words = status === "error" ? describeFailure(error).words : "";
    return {
      call,
      status:
        status === "error" ? "failed" : status === "pending" || isLoading ? "loading" : "ready",
      words,
      flags,
    };
  }, [order, queries, call, data, known, isCurrent, isLoading, status, error, mayFlag, mayBan]);
}

/**
 * Returns the reason. For a warning or ban without a reason the server sends the flag's name; then
 * the result is an empty text.
 */
function findReason({ caller }: Call, { id, kind, name }: StationFlag): string {
  const label = caller.flags.find((one) => one.id === id);
  if (label !== undefined) {
    return label.reason;
  }
  const isShown = caller.warning?.kind === kind && caller.warning.reason !== name;
  return isShown ? (caller.warning?.reason ?? "") : "";
}
