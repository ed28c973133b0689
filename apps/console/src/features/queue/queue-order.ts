import type { Call, DeviceLine } from "@linedesk/contract";
import type { Neighbours } from "../../client/desk/marks/order-actions.ts";
import type { MenuAnchor } from "../../ui/Menu.tsx";

export interface FlagChoice {
  id: string;
  name: string;
  isHidden: boolean;
}

export interface HiddenView {
  count: number;
  isShown: boolean;
  show: (isShown: boolean) => void;
  flags: FlagChoice[];
  toggle: (flag: string) => void;
}

export interface PickView {
  picked: ReadonlySet<string>;
  toggle: (id: string) => void;
  add: (ids: string[]) => void;
  clear: () => void;
}

export interface ConferView {
  /** Adds the call to the selected line's caller; `null` when that is impossible. */
  addToConference: (call: Call) => (() => void) | null;
  /** Starts a private talk beside the bridged line; `null` if the caller is not held by me. */
  talkback: (call: Call) => (() => void) | null;
  /** Joins the caller's conference; `null` without one, or if I am in one already. */
  join: (call: Call) => ((line: DeviceLine) => void) | null;
  /** The selected calls that can join; `null` for too few. */
  picked: { count: number; run: () => void } | null;
}

/** `useQueueOrder()`: the actions on the order of the list and on its members. */
export interface QueueOrderView {
  move: (id: string, neighbours: Neighbours) => void;
  openFlags: (id: string, anchor: MenuAnchor | null) => void;
  /** The selection; `null` when nothing can be done to many calls. */
  picks: PickView | null;
  /** The conference actions; `null` when the role may not take to air. */
  confer: ConferView | null;
  hidden: HiddenView;
}
