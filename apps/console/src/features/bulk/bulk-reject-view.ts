import type { SpareReason } from "@linedesk/contract";

export interface ChoiceLine {
  key: string;
  type: "long" | "ringing" | "picked" | "flag";
  name: string;
  count: number;
  checked: boolean;
  toggle: () => void;
}

export interface Spared {
  id: string;
  name: string;
  reason: SpareReason;
  holder: string | null;
}

export interface BulkRejectView {
  lines: ChoiceLine[];
  status: "nobody" | "looking" | "ready" | "failed";
  /** The reason why the preview failed. */
  words: string;
  isMost: boolean;
  going: string[];
  announced: readonly { words: string | null; sound: string | null }[];
  spared: Spared[];
  reject: (() => void) | null;
  pending: boolean;
  after: { count: number; until: string | null; undo: (() => void) | null } | null;
}
