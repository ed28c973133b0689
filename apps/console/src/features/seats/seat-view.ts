import { useMemo } from "react";

import type { Call, DeviceLine, Role, Seat } from "@linedesk/contract";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import type { SeatMember } from "../../client/store/seats-slice.ts";
import { selectAttendedCalls, selectMe } from "../../client/store/select-calls.ts";

/** The state of a colleague's line. A line that is `off` cannot be reached. */
export interface SeatLine {
  line: DeviceLine;
  state: "off" | "idle" | "on_line" | "held" | "on_air";
  caller: string | null;
}

export interface SeatView {
  user: string;
  name: string;
  role: Role;
  mine: boolean;
  asleep: boolean;
  lines: SeatLine[];
}

const lines: readonly DeviceLine[] = ["line1", "line2"];

/** Returns the call in which the person talks on the line, or else the call on hold there. */
function findOnLine(calls: readonly Call[], user: string, line: DeviceLine): Call | undefined {
  const carried = calls.filter(({ desk }) => {
    const isHeldElsewhere = desk.status === "held" && desk.unattended;
    const holder = "holder" in desk && !isHeldElsewhere ? desk.holder : null;
    return holder?.user === user && holder.line === line;
  });
  return carried.find(({ desk }) => desk.status !== "held") ?? carried[0];
}

function viewLine(
  line: DeviceLine,
  { call, reachable }: { call: Call | undefined; reachable: boolean },
): SeatLine {
  if (call === undefined) {
    return { line, state: reachable ? "idle" : "off", caller: null };
  }
  const { status } = call.desk;
  const state = status === "on_air" || status === "held" ? status : "on_line";
  return { line, state, caller: call.caller.name ?? call.caller.numberDisplay };
}

export function viewSeats(input: {
  members: readonly SeatMember[];
  byUser: Readonly<Record<string, Seat>>;
  calls: readonly Call[];
  me: string | null;
}): SeatView[] {
  const { members, byUser, calls, me } = input;
  return members
    .map(({ user, name, role }) => {
      const seat = byUser[user];
      return {
        user,
        name,
        role,
        mine: user === me,
        asleep: seat?.asleep ?? false,
        lines: lines.map((line) =>
          viewLine(line, {
            call: findOnLine(calls, user, line),
            reachable: seat?.lines[line] ?? false,
          }),
        ),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

export function useSeats(): SeatView[] {
  const members = useRootState((state) => state.seats.members);
  const byUser = useRootState((state) => state.seats.byUser);
  const calls = useRootState(selectAttendedCalls);
  const me = useRootState(selectMe);
  return useMemo(() => viewSeats({ members, byUser, calls, me }), [members, byUser, calls, me]);
}
