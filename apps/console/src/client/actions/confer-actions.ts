import type { Call, DeviceLine } from "@linedesk/contract";
import type { ActingDesk, DeskAction } from "./desk-action.ts";
import { isHeldByUser } from "./is-held-by-user.ts";
import { mayJoinConference } from "./may-join-conference.ts";

/** The seat from which a call of the queue joins a conference. */
export interface ConferSeat {
  me: string | null;
  /** The call on the selected line. */
  own: Call | null;
  line: DeviceLine;
  /** The line that has no bridged call, if the other line has one; otherwise `null`. */
  restingLine: DeviceLine | null;
  /** The call that is on hold on the resting line. */
  restingCall: string | null;
  /** The stations at which the role may take callers to air. */
  stations: ReadonlySet<string>;
}

interface ConferDefinition extends DeskAction {
  isPossible: (call: Call, seat: ConferSeat) => boolean;
  /** The lines for which the menu has an entry. */
  lines: (seat: ConferSeat) => readonly DeviceLine[];
  run: (desk: ActingDesk, call: Call, line: DeviceLine) => Promise<unknown>;
}

function isMineOnHold(call: Call, me: string | null): boolean {
  const { desk, offer, leaving, conference } = call;
  const isHeld = desk.status === "held" && !desk.unattended && isHeldByUser(call, me);
  return isHeld && offer === null && leaving === null && conference === null;
}

/** The actions on a call of the queue that lead into a conference or a private talk. */
export const conferActions = {
  add_to_conference: {
    keys: [],
    isPossible: (call, { me, own }) =>
      own !== null &&
      call.id !== own.id &&
      own.station === call.station &&
      mayJoinConference(call, me, own.desk.status === "on_air"),
    lines: ({ line }) => [line],
    run: ({ conferences }, { id }) => conferences.gather([id]),
  },
  talk_privately: {
    keys: [],
    isPossible: (call, { me, restingCall }) =>
      isMineOnHold(call, me) && (restingCall === null || restingCall === call.id),
    lines: ({ restingLine }) => (restingLine === null ? [] : [restingLine]),
    run: ({ actions }, { id }, line) => actions.resumePrivately(id, line),
  },
  join_conference: {
    keys: [],
    isPossible: ({ conference, desk }, { own }) =>
      conference !== null && conference.id !== own?.conference?.id && desk.status !== "ended",
    lines: () => ["line1", "line2"],
    run: async ({ conferences }, { conference }, line) =>
      conference !== null && conferences.join(conference.id, line),
  },
} as const satisfies Record<string, ConferDefinition>;

export type ConferAction = keyof typeof conferActions;

const conferIds = Object.keys(conferActions) as ConferAction[];

export interface ConferEntry {
  id: ConferAction;
  line: DeviceLine;
  run: () => void;
}

/** Returns the possible actions on a call, with one entry for each line of an action. */
export function bindConfers(call: Call, seat: ConferSeat, desk: ActingDesk): ConferEntry[] {
  return conferIds.flatMap((id) => {
    const { isPossible, lines, run }: ConferDefinition = conferActions[id];
    const isOffered = seat.stations.has(call.station) && isPossible(call, seat);
    return (isOffered ? lines(seat) : []).map((line) => ({
      id,
      line,
      run: () => void run(desk, call, line),
    }));
  });
}
