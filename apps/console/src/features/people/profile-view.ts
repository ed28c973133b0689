import type {
  CallerDetail,
  CallerProfile,
  FlagSight,
  FoundCaller,
  HistoryCall,
  HistoryOutcome,
  PhoneLine,
  StationFlag,
} from "@linedesk/contract";
import type { OpenDial } from "../../client/ConsoleProvider.tsx";
import type { ExportProgress } from "../../client/use-file-export.ts";

export interface PagesView<Item> {
  items: readonly Item[];
  loading: boolean;
  more: (() => void) | null;
  /** Continues after many empty pages; `null` when the search continues automatically or has ended. */
  continueSearch: (() => void) | null;
}

export interface SearchView extends PagesView<FoundCaller> {
  find: string;
  search: (find: string) => void;
  failed: { words: string; retry: () => void } | null;
}

export type DetailState =
  | { status: "idle" }
  | { status: "saving"; value: string }
  | { status: "failed"; words: string; value: string };

export interface FlagRequest {
  flag: string;
  carried: boolean;
  reason?: string;
  until?: string | null;
  seen: FlagSight;
}

/** The actions on a caller. Each is `null` when the role or the tab may not run it. */
export interface ProfileActions {
  edit: ((field: CallerDetail, value: string, seen: string) => void) | null;
  flag: ((request: FlagRequest) => void) | null;
  merge: ((other: string) => void) | null;
  split: ((number: string) => void) | null;
  number: ((number: string, has: boolean) => void) | null;
  undo: ((change: string) => void) | null;
}

export interface ProfileView {
  station: string;
  profile: CallerProfile;
  details: Record<CallerDetail, DetailState>;
  flags: readonly StationFlag[];
  actions: ProfileActions;
  pending: boolean;
  refused: string | null;
}

export interface HistoryFilter {
  outcome: HistoryOutcome | "";
  line: string;
  from: string;
  to: string;
  text: string;
  mine: boolean;
}

export const noFilter: HistoryFilter = {
  outcome: "",
  line: "",
  from: "",
  to: "",
  text: "",
  mine: false,
};

export interface HistoryView extends PagesView<HistoryCall> {
  station: string;
  elsewhere: string | null;
  /** Opens the caller's card; `null` on a page without a desk. */
  openCard: ((caller: string) => void) | null;
  openTimeline: ((call: string) => void) | null;
  /** Opens the dial panel with the number; `null` without a desk, or when the role may not dial. */
  dial: OpenDial | null;
  /** The name of the caller whose calls are listed; `null` means the whole station. */
  of: string | null;
  showAll: (() => void) | null;
  filter: HistoryFilter;
  change: (change: Partial<HistoryFilter>) => void;
  lines: readonly Pick<PhoneLine, "id" | "name">[];
  lookedBackTo: string | null;
  failed: { words: string; retry: () => void } | null;
  exportCsv: (() => void) | null;
  exporting: ExportProgress | null;
  exportCut: boolean;
}
