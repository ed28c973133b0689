import { useMemo } from "react";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectAttendedCalls, selectMe } from "../../client/store/select-calls.ts";
import { type SeatView, viewSeats } from "./seat-view.ts";

export function useSeats(): SeatView[] {
  const members = useRootState((state) => state.seats.members);
  const byUser = useRootState((state) => state.seats.byUser);
  const calls = useRootState(selectAttendedCalls);
  const me = useRootState(selectMe);
  return useMemo(() => viewSeats({ members, byUser, calls, me }), [members, byUser, calls, me]);
}
