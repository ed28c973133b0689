import { type Call, maskNumber } from "@linedesk/contract";
import type { ConnectTarget } from "../../audio-server/audio-server-line.ts";
import { chooseFlavour } from "../../audio-server/connect-request.ts";
import { selectCall, selectMe } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";

/** Builds the description of the call for the audio server. */
export function buildConnectTarget(
  state: RootState,
  { callId, claim, masks }: { callId: string; claim: string; masks: boolean },
): ConnectTarget {
  const call = selectCall(state, callId);
  const conference = call?.conference?.id ?? null;
  const isDialled = call?.direction === "outbound" && call.callState === "ringing";
  const flavour = chooseFlavour({ conference, selCall: isDialled ? null : callId });
  const dialler = { station: call?.station, dialer: selectMe(state) };
  const right = { claim, service: call?.service };
  // Every seat of the station can follow the channel. The number is masked if the station masks
  // numbers for some of them.
  const number = masks
    ? maskNumber(call?.caller.numberDisplay ?? "")
    : (call?.caller.number ?? null);
  switch (flavour) {
    case "conference":
      return { flavour, fields: { ...right, To: conference, ...dialler, conference } };
    case "outbound": {
      const { id: profile = null } = call?.caller ?? {};
      return { flavour, fields: { ...right, To: number, ...dialler, profile } };
    }
    case "accept":
      return {
        flavour,
        fields: { ...right, selCall: callId, ongoing: describeCall(call, callId, number) },
      };
  }
}

function describeCall(call: Call | null, callId: string, number: string | null) {
  return {
    callSid: callId,
    number,
    type: call?.direction ?? "inbound",
    profile: call?.caller.id ?? null,
  };
}
