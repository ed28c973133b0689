import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { selectLeg } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { untilState } from "../requests/until-live.ts";
import { selectBridgedCall } from "./line-exclusion.ts";

interface PrivateBridge {
  store: Store;
  /** The line that the private talk has muted. */
  muted: Softphone;
  call: string;
  /** The line of the private talk. */
  line: DeviceLine;
}

/**
 * Unmutes the line that a private talk has muted when the talk ends in any way, so that nobody
 * stays silent on air. A line that the person has unmuted meanwhile does not change, even if the
 * person has muted it again.
 */
export async function unmuteAfterBridge({
  store,
  muted,
  call,
  line,
}: PrivateBridge): Promise<void> {
  let wasBridged = false;
  let isUnmuted = false;
  // The wait ends with the private talk, or when the person unmutes the line.
  await untilState({ store }, (state) => {
    const isBridged = selectBridgedCall(state, line) === call;
    wasBridged ||= isBridged;
    const isOver = wasBridged ? !isBridged : selectLeg(state, line)?.callId !== call;
    isUnmuted ||= !muted.isMuted;
    return isOver || isUnmuted;
  });
  if (!isUnmuted) {
    muted.mute(false);
  }
}
