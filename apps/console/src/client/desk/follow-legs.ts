import type { Call, DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../softphone/softphone.ts";
import { selectCall, selectLeg, selectMe } from "../store/select-calls.ts";
import type { RootState, Store } from "../store/store.ts";

interface FollowLegsOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

/** Whether the server has the call of this line on my other one. */
function isCrossed(state: RootState, line: DeviceLine): boolean {
  const desk = selectCall(state, selectLeg(state, line)?.callId ?? "")?.desk;
  const holder = desk !== undefined && "holder" in desk ? desk.holder : null;
  return holder !== null && holder.user === selectMe(state) && holder.line === otherOf[line];
}

/** [CF15] The caller of the line has left a conference that goes on on it: another one's name. */
function findOtherMember(state: RootState, line: DeviceLine): string | null {
  const leg = selectLeg(state, line);
  const own = leg === null ? null : selectCall(state, leg.callId);
  if (own === null || isBridgedOn(state, own, line)) {
    return null;
  }
  const members = Object.values(state.calls.byId).filter(({ conference }) => conference !== null);
  return members.find((call) => isBridgedOn(state, call, line))?.id ?? null;
}

function isBridgedOn(state: RootState, { desk }: Call, line: DeviceLine): boolean {
  const isBridged = desk.status === "screening" || desk.status === "on_air";
  return isBridged && desk.holder.line === line && desk.holder.user === selectMe(state);
}

/**
 * After a swap each leg is in the other call's room, without connecting anew: which call a line
 * carries is then the server's word, also where the answer to the swap was lost [LN28].
 */
export function followLegs({ store, softphones }: FollowLegsOptions): () => void {
  return store.onChange(() => {
    const state = store.getState();
    for (const line of ["line1", "line2"] satisfies DeviceLine[]) {
      const other = findOtherMember(state, line);
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
