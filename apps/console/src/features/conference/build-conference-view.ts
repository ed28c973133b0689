import type { Call } from "@linedesk/contract";
import type { ConferenceRequest } from "../../client/desk/conferences.ts";
import type { ConferenceView, MemberView } from "./conference-view.ts";
import { mayBeBroughtIn } from "./may-be-brought-in.ts";

export interface ViewInput {
  calls: readonly Call[];
  own: Call | null;
  me: string | null;
  speaking: Readonly<Record<string, true>>;
  send: (body: ConferenceRequest) => void;
}

/** Who is in the conference of the caller on the line, and what can be done [AC8]. */
export function buildConferenceView(
  input: ViewInput,
  endBehavior: "END" | "HOLD",
): Omit<ConferenceView, "pending"> {
  const { calls, own, me, send } = input;
  const id = own?.conference?.id ?? null;
  const isOver = own === null || own.desk.status === "ended";
  const candidates = calls.filter((call) => call.id !== own?.id && mayBeBroughtIn(call, me));
  if (isOver || id === null) {
    return {
      status: isOver ? "none" : "ready_to_start",
      own,
      onAir: false,
      members: [],
      candidates: isOver
        ? []
        : candidates.map((call) => ({
            call,
            add: () => send({ action: "start", calls: [own.id, call.id] }),
          })),
      hold: null,
      leave: null,
      end: null,
    };
  }
  const members = calls.filter(({ conference }) => conference?.id === id);
  const isAllHeld = members.every(({ conference }) => conference?.onHold === true);
  return {
    status: "live",
    own,
    onAir: members.some(({ desk }) => desk.status === "on_air"),
    members: members.map((call) => toMember(call, id, input)),
    candidates: candidates.map((call) => ({
      call,
      add: () => send({ action: "add", conference: id, calls: [call.id] }),
    })),
    hold: {
      kind: isAllHeld ? "resumeAll" : "holdAll",
      run: () => send({ action: "hold", conference: id, on: !isAllHeld }),
    },
    leave: () => send({ action: "leave", conference: id }),
    end: {
      kind: endBehavior,
      run: () => send({ action: "end", conference: id, behavior: endBehavior }),
    },
  };
}

function toMember(call: Call, conference: string, { send, speaking }: ViewInput): MemberView {
  const { muted = false, onHold = false } = call.conference ?? {};
  const calls = [call.id];
  const isRinging = call.callState === "ringing";
  return {
    call,
    status: isRinging ? "ringing" : memberStatus({ muted, onHold, speaks: call.id in speaking }),
    toggleMute: isRinging ? null : () => send({ action: "mute", conference, calls, on: !muted }),
    toggleHold: isRinging ? null : () => send({ action: "hold", conference, calls, on: !onHold }),
    remove: () => send({ action: "remove", conference, calls }),
  };
}

/** What matters most of a member: on hold nobody is heard, nor muted. */
function memberStatus(is: {
  muted: boolean;
  onHold: boolean;
  speaks: boolean;
}): MemberView["status"] {
  if (is.onHold) {
    return "on_hold";
  }
  if (is.muted) {
    return "muted";
  }
  return is.speaks ? "speaking" : "in";
}
