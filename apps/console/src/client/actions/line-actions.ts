import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import { findDialEnd } from "../store/select-own-dials.ts";
import { bindKeys } from "./bind-keys.ts";
import type { ActingDesk, DeskAction } from "./desk-action.ts";

/** A call on a line of the person, with the facts that decide the line card's actions. */
export interface CallOnLine {
  call: Call;
  line: DeviceLine;
  status:
    | "connecting"
    | "dialling"
    | "talking"
    | "on_air"
    | "held"
    | "reconnecting"
    | "offered"
    | "ended";
  isConnected: boolean;
  isMuted: boolean;
  /** The action that waits for its answer. */
  pending: string | null;
  /** True when the line feeds the air and the role at the call's station may not put it to air. */
  isBarred: boolean;
  /** True when the other line has a bridged call. */
  isOtherBridged: boolean;
  may: (permission: Permission) => boolean;
}

interface LineDefinition extends DeskAction {
  isPossible: (at: CallOnLine) => boolean;
  run: (desk: ActingDesk, at: CallOnLine) => void;
}

export function isGoing({ call, status }: CallOnLine): boolean {
  return status === "ended" || status === "offered" || call.leaving !== null;
}

export function isConversation({ status }: CallOnLine): boolean {
  return status === "talking" || status === "on_air";
}

function isResumable({ status, pending, isBarred }: CallOnLine): boolean {
  return status === "held" && pending === null && !isBarred;
}

/** Ends the conference of the line, or without a conference its call. */
function endCallers({ actions, conferences }: ActingDesk, { call, line }: CallOnLine): void {
  const { conference } = call;
  if (conference === null) {
    void actions.hangUp(call.id, line);
  } else {
    const behavior = conferences.endBehavior;
    void conferences.send({ action: "end", conference: conference.id, behavior });
  }
}

const { anywhere } = bindKeys;

/** The actions of the line card on its call. */
export const lineActions = {
  hold: {
    keys: [anywhere("line.hold", "F4")],
    isPossible: (at) => isConversation(at) && at.pending === null,
    run: ({ actions }, { call, line }) => void actions.hold(call.id, line),
  },
  /**
   * The card resumes the call on its own line; the queue resumes it on the line that the person
   * chooses.
   */
  resume_here: {
    keys: [],
    isPossible: isResumable,
    run: ({ actions }, { call, line }) => void actions.resume(call.id, line),
  },
  resume_beside: {
    keys: [],
    isPossible: (at) => isResumable(at) && at.isOtherBridged,
    run: ({ actions }, { call, line }) => void actions.resumeBeside(call.id, line),
  },
  mute: {
    keys: [anywhere("line.mute", "F8")],
    isPossible: ({ isConnected, isMuted }) => isConnected && !isMuted,
    run: ({ actions }, { line }) => actions.mute(line, true),
  },
  unmute: {
    keys: [],
    isPossible: ({ isConnected, isMuted }) => isConnected && isMuted,
    run: ({ actions }, { line }) => actions.mute(line, false),
  },
  hang_up: {
    keys: [anywhere("line.end", "F9", { guarded: true })],
    isPossible: (at) =>
      !isGoing(at) && (at.status !== "on_air" || at.may("air")) && at.pending !== "hang_up",
    run: endCallers,
  },
  end_talkback: {
    keys: [],
    isPossible: (at) => at.call.talkback !== undefined && at.pending === null && !isGoing(at),
    run: ({ conferences }, { call }) => void conferences.endTalkback(call.id),
  },
  extend: {
    keys: [],
    isPossible: ({ call, may }) => may("desk") && findDialEnd(call) !== null,
    run: ({ dialler }, { call }) => void dialler.extend(call.id),
  },
} as const satisfies Record<string, LineDefinition>;

type LineAction = keyof typeof lineActions;

const lineIds = Object.keys(lineActions) as LineAction[];

/** Returns the actions that are possible now. An action that is `null` is not drawn. */
export function bindLineActions(
  at: CallOnLine,
  desk: ActingDesk,
): Record<LineAction, (() => void) | null> {
  return Object.fromEntries(
    lineIds.map((id) => {
      const { isPossible, run }: LineDefinition = lineActions[id];
      return [id, isPossible(at) ? () => run(desk, at) : null];
    }),
  ) as Record<LineAction, (() => void) | null>;
}
