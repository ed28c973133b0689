import type {
  CollectionStatus,
  Prize,
  PrizeListener,
  PrizeWin,
  PromotionState,
  WinRules,
} from "@linedesk/contract";
import type { ExportProgress } from "../../client/use-file-export.ts";

export type PrizeTab = "caller" | "all" | "stock";

export interface WinsView {
  status: "loading" | "ready";
  items: PrizeWin[];
  more: (() => void) | null;
}

export interface NewWin {
  prize: string;
  address: string;
  /** The reason for an exception from the rules, or `null`. */
  exception: string | null;
}

export interface PrizeChange {
  stock?: number;
  retired?: boolean;
}

export interface PrizeView {
  /** The call whose caller is shown, or `null`. */
  call: string | null;
  station: string | null;
  /** The listener; `null` until the server's response has arrived, or if it has none. */
  listener: PrizeListener | null;
  wins: WinsView;
  promotion: PromotionState | null;
  prizes: Prize[];
  rules: WinRules | null;
  /** Each action is `null` when the role may not run it. */
  record: ((win: NewWin) => void) | null;
  mayExcept: boolean;
  setStatus: ((win: PrizeWin, status: CollectionStatus) => void) | null;
  withdraw: ((win: PrizeWin, reason: string) => void) | null;
  addPrize: ((prize: { name: string; valueCents: number; stock: number }) => void) | null;
  changePrize: ((prize: Prize, change: PrizeChange) => void) | null;
  setRules: ((rules: WinRules, seen: WinRules) => void) | null;
  exportWins: (() => void) | null;
  exporting: ExportProgress | null;
  pending: boolean;
  refused: string | null;
}
