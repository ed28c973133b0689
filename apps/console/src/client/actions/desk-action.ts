import type { LucideIcon } from "lucide-react";

import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import type { KeyBinding } from "../../lib/key-binding.ts";
import type { ActionName, LineName, NamedName } from "../words/action-words.ts";

/** What the palette, the shortcut sheet, the settings and the tables of docs/spec name. */
export interface KeyedAction {
  keys: readonly KeyBinding[];
  /** The sentence of the sheet and the palette; the name where there is none. */
  command?: ActionName;
}

/** An action of the desk. Its announcement is the word `done` of its id in `actionWords`. */
export interface DeskAction extends KeyedAction {
  /** The label of a button and of an entry in a menu. */
  name: ActionName;
  /** The right at the station of the call; `null` when everyone who sees the call may. */
  permission: Permission | null;
}

/** An action on one call, offered only while it is possible. */
export interface CallAction extends DeskAction {
  isPossible: (call: Call, me: string | null) => boolean;
}

/** What runs an action on a call: the part of the desk that the registry needs. */
export interface ActingDesk {
  actions: {
    accept: OnLine;
    takeOver: OnLine;
    resume: OnLine;
    reject: (call: string) => Promise<void>;
  };
  dialler: { callBackLater: (call: string) => Promise<void> };
  leaving: { undo: (call: string) => Promise<void> };
}

type OnLine = (call: string, line: DeviceLine) => Promise<void>;

/** An action that brings the call to a line; the menu has an entry for each line. */
export interface TakeDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call, line: DeviceLine) => Promise<void>;
  onLine: LineName;
  /** The label for a screen reader; the row's button and the key leave out an action without it. */
  named?: NamedName;
}

/** An action on a call that needs no line. */
export interface LeaveDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call) => Promise<void>;
  /** The look in the row's menu, which leaves out an action without it. */
  menu?: "plain" | "danger";
}

/** A mark on a call: it shows at once, is sent by its id, and can be undone. */
export interface MarkDefinition extends CallAction {
  optimistic: (call: Call, at: string) => Call;
  isDone: (call: Call) => boolean;
  /** The mark that reverses it and shares its key; `null` gives it back to the caller before. */
  reverse: string | null;
  /** Present when only one caller of a station has the mark: removes it from the others. */
  takeAway?: (call: Call) => Call;
  /** Asks for a second press while name, place or point are missing. */
  checksCaller?: true;
  /** The toggle in the caller's panel; the reverse has none. */
  button?: { off: ButtonLook; on: ButtonLook };
}

interface ButtonLook {
  icon: LucideIcon;
  name: ActionName;
}
