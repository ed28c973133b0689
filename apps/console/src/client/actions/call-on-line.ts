import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import type { LineLeg } from "../softphone/line-leg.ts";
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
  /** The action whose response is pending. */
  pending: string | null;
  /**
   * Is true when the line feeds the air and the role at the call's station may not put calls to air.
   */
  isBarred: boolean;
  other: OtherLine;
  may: (permission: Permission) => boolean;
}

interface OtherLine {
  line: DeviceLine;
  /** The status of the other line's leg; `null` while that line is free. */
  leg: LineLeg["status"] | null;
  isBridged: boolean;
  isOnAir: boolean;
  /** Is true when the role may not move the call to the other line. */
  isBarred: boolean;
  /** Is true when the role may not move the other line's call to the line of this call. */
  isBarredBack: boolean;
}

export interface LineDefinition extends DeskAction {
  isPossible: (at: CallOnLine) => boolean;
  run: (desk: ActingDesk, at: CallOnLine) => void;
}

export function isGoing({ call, status }: CallOnLine): boolean {
  return status === "ended" || status === "offered" || call.leaving !== null;
}

export function isConversation({ status }: CallOnLine): boolean {
  return status === "talking" || status === "on_air";
}

export function isSingle({ call }: CallOnLine): boolean {
  return call.conference === null && call.talkback === undefined;
}

export function isFree(at: CallOnLine): boolean {
  const { call, pending, isConnected } = at;
  return pending === null && isConnected && call.leaving === null && isSingle(at);
}
