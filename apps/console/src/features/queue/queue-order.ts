import type { Call } from "@linedesk/contract";
import type { ConferEntry } from "../../client/actions/confer-actions.ts";
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
  /** Returns the conference actions that are possible on the call. */
  bind: (call: Call) => ConferEntry[];
  /** Adds the selected calls that can join; `null` when they are too few for a conference. */
  picked: { count: number; run: () => void } | null;
}

/** `useQueueOrder()`: the actions on the order of the list and on its rows. */
export interface QueueOrderView {
  move: (id: string, neighbours: Neighbours) => void;
  /** Opens the flags of a caller, or only the form that bans the caller. */
  openFlags: (id: string, anchor: MenuAnchor | null, only?: "ban") => void;
  /** The selection; `null` when no action on several calls is possible. */
  picks: PickView | null;
  /** The conference actions; `null` when the role may not put calls to air. */
  confer: ConferView | null;
  hidden: HiddenView;
}
