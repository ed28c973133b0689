import type { Call, DeviceLine } from "@linedesk/contract";
import { selectCall, selectMe, selectStationCalls } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";
import type { LostCall } from "./next-resumption.ts";

interface LostLine {
  line: DeviceLine;
  /** The call of the lost leg. */
  call: string;
  feedsAir: (line: DeviceLine, station: string) => boolean;
  /** The colleague's conference that the line had joined; `null` without one. */
  beside: string | null;
}

/** Returns the conference of the call when a colleague is the holder; otherwise `null`. */
export function findConferenceBeside(state: RootState, id: string): string | null {
  const call = selectCall(state, id);
  const holder = call !== null && "holder" in call.desk ? call.desk.holder : null;
  const isColleague = holder !== null && holder.user !== selectMe(state);
  return isColleague ? (call?.conference?.id ?? null) : null;
}

/** Returns the state of the call of a line whose leg the exchange has lost. */
export function findLostCall(state: RootState, lost: LostLine): LostCall {
  const { line, call: id, feedsAir, beside } = lost;
  if (beside !== null && state.desk.pending[id] === undefined) {
    return findLostBeside(state, id, beside);
  }
  const call = selectCall(state, id);
  if (call === null || call.desk.status === "ended" || call.leaving !== null) {
    return { type: "gone" };
  }
  if (state.desk.pending[id] !== undefined) {
    return { type: "pressed" };
  }
  const interrupted = listTogether(state, call).find((one) => isInterrupted(one));
  const { desk } = interrupted ?? call;
  const holder = "holder" in desk ? desk.holder : null;
  const isMine = holder?.user === selectMe(state) && holder?.line === line;
  if (desk.status === "held" && desk.unattended) {
    return { type: "unattended" };
  }
  if (!isMine || (call.claimedBy !== null && call.claimedBy.user !== holder?.user)) {
    return { type: "gone" };
  }
  if (interrupted === undefined) {
    return { type: desk.status === "held" ? "held" : "unknown" };
  }
  // The station may have changed the feed of the line meanwhile.
  const wouldGoToAir = !wasOnAir(interrupted) && feedsAir(line, call.station);
  return wouldGoToAir ? { type: "held" } : { type: "interrupted", call: interrupted.id };
}

/**
 * Returns the state for a line that had joined a colleague's conference. It joins again when the
 * colleague is back.
 */
function findLostBeside(state: RootState, id: string, conference: string): LostCall {
  const station = selectCall(state, id)?.station ?? state.calls.station ?? "";
  const members = Object.values(selectStationCalls(state, station)).filter(
    (one) => one.conference?.id === conference && one.leaving === null,
  );
  const bridged = members.find(
    ({ desk }) => desk.status === "screening" || desk.status === "on_air",
  );
  if (bridged !== undefined) {
    return { type: "interrupted", call: bridged.id, conference };
  }
  if (members.some(isInterrupted)) {
    return { type: "unknown" };
  }
  return { type: members.length === 0 ? "gone" : "unattended" };
}

/** Returns the call, and the other members of its conference. */
function listTogether(state: RootState, call: Call): Call[] {
  const { conference } = call;
  if (conference === null) {
    return [call];
  }
  const others = Object.values(selectStationCalls(state, call.station));
  return [call, ...others.filter((one) => one.conference?.id === conference.id)];
}

function isInterrupted({ desk }: Call): boolean {
  return desk.status === "held" && desk.interrupted !== undefined;
}

function wasOnAir({ desk }: Call): boolean {
  return desk.status === "held" && desk.interrupted?.wasOnAir === true;
}
