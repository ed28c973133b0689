import * as z from "zod/mini";

import { type Role, type Seat, seatEvent, seatMember, stationPresence } from "@linedesk/contract";
import type { PresenceMember, Realtime } from "./realtime.ts";

export interface PresenceFeedOptions {
  station: string;
  realtime: Realtime;
  onMembers: (members: { user: string; name: string; role: Role }[]) => void;
  onSeat: (seat: Seat) => void;
  /** Is called after every subscription, because earlier events may be lost. */
  onSubscribed: () => void;
}

/** Follows the members at the seats of a station. Returns a function that stops it. */
export function followPresence(options: PresenceFeedOptions): () => void {
  const { station, realtime, onMembers, onSeat, onSubscribed } = options;
  return realtime.subscribe(stationPresence(station), {
    onSubscribed,
    onMembers: (members) => onMembers(members.flatMap(parseMember)),
    onEvent: (_name, data) => {
      const event = seatEvent.safeParse(data);
      if (event.success) {
        onSeat(event.data.seat);
      }
    },
    // The station's own channel is refused too, and its feed handles that.
    onRefused: () => onMembers([]),
  });
}

function parseMember({ id, info }: PresenceMember) {
  const parsed = z.safeParse(seatMember, info);
  return parsed.success ? [{ user: id, ...parsed.data }] : [];
}
