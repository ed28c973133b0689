import type { Call, DeviceLine } from "@linedesk/contract";
import type { Neighbours } from "../../client/desk/order-actions.ts";
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
  /** To the caller of the selected line; null who cannot be brought there. */
  bringIn: (call: Call) => (() => void) | null;
  /** A private talk beside the line that is talked on; null for who is not on hold with me. */
  talkback: (call: Call) => (() => void) | null;
  /** Into the conference in which the caller is; null where one is in it, or there is none. */
  join: (call: Call) => ((line: DeviceLine) => void) | null;
  /** Those selected, as far as they can come; null for too few. */
  picked: { count: number; run: () => void } | null;
}

/** `useQueueOrder()`: what a person does with the order of the list and with who is in it. */
export interface QueueOrderView {
  move: (id: string, neighbours: Neighbours) => void;
  openFlags: (id: string, anchor: MenuAnchor | null) => void;
  /** Null where nothing is done to many. */
  picks: PickView | null;
  /** Null for who may not take to air. */
  confer: ConferView | null;
  hidden: HiddenView;
}
