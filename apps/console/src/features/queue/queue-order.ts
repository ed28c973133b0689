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
  /**
   * Starts a private talk while another line is bridged; `null` if this person does not hold the
   * caller.
   */
  talkback: (call: Call) => (() => void) | null;
  /**
   * Joins the caller's conference; `null` without a conference, or if this person is in one
   * already.
   */
  join: (call: Call) => ((line: DeviceLine) => void) | null;
  /** The selected calls that can join; `null` for too few. */
  picked: { count: number; run: () => void } | null;
}

/** `useQueueOrder()`: the actions on the order of the list and on its rows. */
export interface QueueOrderView {
  move: (id: string, neighbours: Neighbours) => void;
  openFlags: (id: string, anchor: MenuAnchor | null) => void;
  /** The selection; `null` when no action on several calls is possible. */
  picks: PickView | null;
  /** The conference actions; `null` when the role may not take to air. */
  confer: ConferView | null;
  hidden: HiddenView;
}
