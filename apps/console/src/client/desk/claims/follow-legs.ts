import type { Call, DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { selectCall, selectLeg, selectMe, selectStationCalls } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";

interface FollowLegsOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

function isCrossed(state: RootState, line: DeviceLine): boolean {
  const desk = selectCall(state, selectLeg(state, line)?.callId ?? "")?.desk;
  const holder = desk !== undefined && "holder" in desk ? desk.holder : null;
  return holder !== null && holder.user === selectMe(state) && holder.line === otherOf[line];
}

/**
 * Finds the member of a conference whose call the line carries, when the line's own caller has left
 * the conference or is not bridged in it.
 */
class ConferenceOnLine {
  readonly #line: DeviceLine;
  #conference: string | null = null;

  constructor(line: DeviceLine) {
    this.#line = line;
  }

  /** Returns the present call of the line if the leg still names another one; otherwise `null`. */
  findOther(state: RootState): string | null {
    const leg = selectLeg(state, this.#line);
    const own = leg === null ? null : selectCall(state, leg.callId);
    const isSingle = own?.conference === null && isBridgedOn(state, own, this.#line);
    this.#conference = leg === null || isSingle ? null : (own?.conference?.id ?? this.#conference);
    const id = this.#conference;
    const isMember = own?.conference?.id === id;
    if (id === null || own === null || (isMember && isBridged(own))) {
      return null;
    }
    const members = Object.values(selectStationCalls(state, own.station)).filter(
      (call) => call.conference?.id === id,
    );
    const other = members.find(isBridged) ?? (isMember ? undefined : members[0]);
    return other?.id ?? null;
  }
}

function isBridged({ desk }: Call): boolean {
  return desk.status === "screening" || desk.status === "on_air";
}

function isBridgedOn(state: RootState, call: Call, line: DeviceLine): boolean {
  const holder = isBridged(call) && "holder" in call.desk ? call.desk.holder : null;
  return holder?.line === line && holder.user === selectMe(state);
}

/**
 * Sets the call of each leg after a change in its conference and after a swap of the lines. A swap
 * moves no leg, but the calls name their lines, even if the response to the swap is lost.
 */
export function followLegs({ store, softphones }: FollowLegsOptions): () => void {
  const lines: DeviceLine[] = ["line1", "line2"];
  const conferences = lines.map((line) => ({ line, on: new ConferenceOnLine(line) }));
  return store.onChange(() => {
    const state = store.getState();
    for (const { line, on } of conferences) {
      const other = on.findOther(state);
      if (other !== null) {
        softphones[line].setCall(other);
      }
    }
    const [one, two] = [selectLeg(state, "line1")?.callId, selectLeg(state, "line2")?.callId];
    if (one === undefined || two === undefined || one === two) {
      return;
    }
    if (isCrossed(state, "line1") && isCrossed(state, "line2")) {
      softphones.line1.setCall(two);
      softphones.line2.setCall(one);
    }
  });
}
