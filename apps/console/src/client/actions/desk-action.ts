import type { LucideIcon } from "lucide-react";

import type {
  Call,
  DeviceLine,
  EndpointBody,
  handleConference,
  Permission,
} from "@linedesk/contract";
import type { KeyBinding } from "../../lib/key-binding.ts";

/**
 * An action with its keys. `actionWords` has its words under its id: `command` for the palette and
 * the shortcut sheet, `name` for buttons and menus, `done` for the announcement.
 */
export interface DeskAction {
  keys: readonly KeyBinding[];
}

/** An action on one call, offered only while it is possible. */
export interface CallAction extends DeskAction {
  /** The right at the station of the call; `null` when everyone who has the call may. */
  permission: Permission | null;
  isPossible: (call: Call, me: string | null) => boolean;
}

/** The part of the desk that runs the actions of the registry. */
export interface ActingDesk {
  actions: {
    accept: OnLine;
    takeOver: OnLine;
    hold: OnLine;
    resume: OnLine;
    resumeBeside: OnLine;
    hangUp: OnLine;
    mute: (line: DeviceLine, muted: boolean) => void;
    reject: (call: string) => Promise<void>;
  };
  conferences: {
    endBehavior: "END" | "HOLD";
    send: (body: EndpointBody<typeof handleConference>) => Promise<boolean>;
    endTalkback: (call: string) => Promise<void>;
  };
  dialler: {
    callBackLater: (call: string) => Promise<void>;
    extend: (call: string) => Promise<void>;
  };
  leaving: { undo: (call: string) => Promise<void> };
}

type OnLine = (call: string, line: DeviceLine) => Promise<void>;

/** An action that brings the call to a line; the menu has an entry for each line. */
export interface TakeDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call, line: DeviceLine) => Promise<void>;
  /** The row's button leaves it out. */
  onlyInMenu?: true;
}

/** An action on a call that needs no line. */
export interface LeaveDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call) => Promise<void>;
  /** The style of its entry in the row's menu, which leaves out an action without one. */
  menu?: "plain" | "danger";
}

/** A mark on a call: it shows at once, is sent by its id, and can be undone. */
export interface MarkDefinition extends CallAction {
  optimistic: (call: Call, at: string) => Call;
  isDone: (call: Call) => boolean;
  /**
   * The mark that reverses this one and shares its key; `null` when undo gives the mark back to the
   * previous caller.
   */
  reverse: string | null;
  /** Present when only one caller of a station has the mark: removes it from the others. */
  takeAway?: (call: Call) => Call;
  /** Requires a second press while name, place or point are missing. */
  checksCaller?: true;
  /** The toggle in the caller's panel; the reverse has none. */
  button?: { off: LucideIcon; on: LucideIcon };
}
