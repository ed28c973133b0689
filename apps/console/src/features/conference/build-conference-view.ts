import type { Call } from "@linedesk/contract";
import { mayJoinConference } from "../../client/actions/may-join-conference.ts";
import type { ConferenceRequest } from "../../client/desk/conference/conferences.ts";
import { findDialEnd } from "../../client/store/select-own-dials.ts";
import type { ConferenceView, MemberView } from "./conference-view.ts";

export interface ViewInput {
  calls: readonly Call[];
  own: Call | null;
  me: string | null;
  speaking: Readonly<Record<string, true>>;
  /** True when the person's other line is idle. */
  isOtherFree: boolean;
  mayExtend: boolean;
  commands: ConferenceCommands;
}

interface ConferenceCommands {
  send: (body: ConferenceRequest) => void;
  talkback: (call: string) => void;
  endTalkback: (call: string) => void;
  dialIn: (to: string) => void;
  extend: (call: string) => void;
  endBehavior: "END" | "HOLD";
}

export function buildConferenceView(input: ViewInput): Omit<ConferenceView, "pending" | "refused"> {
  const { calls, own, me, commands } = input;
  const { send, dialIn, endBehavior } = commands;
  const id = own?.conference?.id ?? null;
  const isOver = own === null || own.desk.status === "ended";
  const candidates = calls.filter((call) => call.id !== own?.id && mayJoinConference(call, me));
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
      dialIn: isOver ? null : dialIn,
    };
  }
  const members = buildMembers(id, input);
  const inRoom = members.filter(({ status }) => status !== "private");
  const isAllHeld = inRoom.every(({ call }) => call.conference?.onHold === true);
  return {
    status: "live",
    own,
    onAir: inRoom.some(({ call }) => call.desk.status === "on_air"),
    members,
    candidates: candidates
      .filter(({ talkback }) => talkback !== id)
      .map((call) => ({
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
    dialIn,
  };
}

export function buildMembers(id: string, input: ViewInput): MemberView[] {
  return input.calls
    .filter(({ conference, talkback }) => conference?.id === id || talkback === id)
    .map((call) => toMember(call, id, input));
}

function toMember(call: Call, conference: string, input: ViewInput): MemberView {
  const { speaking, isOtherFree, commands } = input;
  const { send, talkback: openTalkback, endTalkback } = commands;
  const calls = [call.id];
  const extend =
    input.mayExtend && findDialEnd(call) !== null ? () => commands.extend(call.id) : null;
  const nothing = { toggleMute: null, toggleHold: null, talkback: null, endTalkback: null, extend };
  if (call.talkback === conference) {
    return {
      ...nothing,
      call,
      status: "private",
      endTalkback: () => endTalkback(call.id),
      remove: null,
    };
  }
  const { muted = false, onHold = false } = call.conference ?? {};
  const isRinging = call.callState === "ringing";
  const remove = () => send({ action: "remove", conference, calls });
  if (isRinging) {
    return { ...nothing, call, status: "ringing", remove };
  }
  return {
    ...nothing,
    call,
    status: memberStatus({ muted, onHold, speaks: call.id in speaking }),
    toggleMute: onHold ? null : () => send({ action: "mute", conference, calls, on: !muted }),
    toggleHold: () => send({ action: "hold", conference, calls, on: !onHold }),
    talkback: onHold && isOtherFree ? () => openTalkback(call.id) : null,
    remove,
  };
}

/** Returns the most important state: a member on hold is shown neither as speaking nor as muted. */
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
