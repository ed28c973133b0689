import { useMemo } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectAttendedCalls, selectMe } from "../../client/store/select-calls.ts";

/** Returns `null` while this tab has the lines. */
export function useOtherTab(): { callers: string[]; takeOver: () => void } | null {
  const { seat } = useConsole().station;
  const isFollowing = useRootState((state) => state.seats.tab === "following");
  const calls = useRootState(selectAttendedCalls);
  const me = useRootState(selectMe);
  return useMemo(() => {
    if (!isFollowing) {
      return null;
    }
    const callers = calls.flatMap(({ desk, caller }) => {
      const isBridged = desk.status === "screening" || desk.status === "on_air";
      return isBridged && desk.holder.user === me ? [caller.name ?? caller.numberDisplay] : [];
    });
    return { callers, takeOver: () => seat.tab.takeOver() };
  }, [seat, isFollowing, calls, me]);
}
