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
  /** Goes on where long nothing was found; null where it does so by itself, or is at the end. */
  further: (() => void) | null;
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

/** What may be done to a caller; null where the role or the tab may not. */
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
  /** Null where there is no desk beside it. */
  openCard: ((caller: string) => void) | null;
  openTimeline: ((call: string) => void) | null;
  /** Null also where the role may not dial. */
  dial: OpenDial | null;
  /** Whose calls; null are those of the station. */
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
