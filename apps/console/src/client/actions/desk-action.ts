import type { LucideIcon } from "lucide-react";

import type {
  Call,
  DeviceLine,
  EndpointBody,
  handleConference,
  Permission,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import type { KeyBinding } from "../../lib/key-binding.ts";
import type { RootState } from "../store/store.ts";

/**
 * An action with its keys. `actionWords` has its words under its id: `command` for the palette and
 * the shortcut sheet, `name` for buttons and menus, `done` for the announcement.
 */
export interface DeskAction {
  keys: readonly KeyBinding[];
  /** The step that Z runs after the action. A mark has none, because its reverse undoes it. */
  undo?: ActionUndo;
}

/** An action that has been done, and the calls on the lines before it. */
export interface DoneAction {
  call: string;
  linesBefore: Readonly<Record<DeviceLine, string | null>>;
}

export interface ActionUndo {
  /** Returns false when a later change of the call prevents the undo. */
  isPossible: (state: RootState, done: DoneAction) => boolean;
  run: (desk: ActingDesk, done: DoneAction) => Promise<unknown>;
}

/** An action on one call, offered only while it is possible. */
export interface CallAction extends DeskAction {
  /** The right at the station of the call; with `null` the action needs no right. */
  permission: Permission | null;
  isPossible: (call: Call, me: string | null) => boolean;
}

/** The part of the desk that runs the actions of the registry. */
export interface ActingDesk {
  actions: {
    accept: OnLine;
    takeOver: OnLine;
    /** `ends` is the call on air on the line, which dump mode ends. */
    takeNext: (likely: Call, line: DeviceLine, ends?: string) => Promise<void>;
    hold: OnLine;
    resume: OnLine;
    resumeBeside: OnLine;
    resumePrivately: OnLine;
    retrySound: OnLine;
    hangUp: OnLine;
    mute: (line: DeviceLine, muted: boolean) => void;
    reject: (call: string) => Promise<void>;
    /** Sends the request of an action that only changes a call, and announces it. */
    change: (change: CallChange) => Promise<void>;
  };
  conferences: {
    endBehavior: "END" | "HOLD";
    send: (body: EndpointBody<typeof handleConference>) => Promise<boolean>;
    gather: (calls: readonly string[]) => Promise<void>;
    join: (conference: string, line: DeviceLine) => Promise<boolean>;
    endTalkback: (call: string) => Promise<void>;
  };
  handOver: {
    moveToLine: OnLine;
    swap: (call: string) => Promise<void>;
    moveBack: (call: string, line: DeviceLine) => Promise<boolean>;
    swapBack: (call: string) => Promise<boolean>;
  };
  leaving: { undo: (call: string) => Promise<void> };
  marks: { set: (call: string, mark: "unlock") => Promise<void> };
  undo: { undoLast: () => Promise<boolean> };
}

export interface CallChange {
  /** The id of the action; its word `done` is announced. */
  action: string;
  call: string;
  ask: (http: HttpClient) => Promise<{ call: Call }>;
}

type OnLine = (call: string, line: DeviceLine) => Promise<void>;

/** An action that brings the call to a line; the menu has an entry for each line. */
export interface TakeDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call, line: DeviceLine) => Promise<void>;
  /** Is true when only the row's menu offers the action, and not the row's button. */
  onlyInMenu?: true;
}

/** An action on a call that needs no line. */
export interface LeaveDefinition extends CallAction {
  run: (desk: ActingDesk, call: Call) => Promise<void>;
  /** The style of its entry in the row's menu. Without a style the menu has no entry for it. */
  menu?: "plain" | "danger";
}

/** A mark on a call, which is shown at once, sent by its id, and can be undone. */
export interface MarkDefinition extends CallAction {
  optimistic: (call: Call, at: string) => Call;
  isDone: (call: Call) => boolean;
  /**
   * The mark that reverses this mark and uses the same key; `null` when undo gives the mark back to
   * the previous caller.
   */
  reverse: string | null;
  /**
   * Removes the mark from the other callers. It is present only if one caller of a station can have
   * the mark.
   */
  takeAway?: (call: Call) => Call;
  /** Requires a second press while name, place or point are missing. */
  checksCaller?: true;
  /** The toggle in the caller's panel; the reverse of a mark has no button. */
  button?: { off: LucideIcon; on: LucideIcon };
}
