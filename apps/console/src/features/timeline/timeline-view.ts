import type { Call, TimelineEntry } from "@linedesk/contract";

export type TimelineView =
  | { status: "none" }
  | { status: "loading" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "ready";
      call: Call;
      items: TimelineEntry[];
      /** Saves the text as a file; null for who may not export. */
      save: ((file: { name: string; text: string }) => void) | null;
    };

export type EntryTone =
  | "ringing"
  | "on_line"
  | "held"
  | "verified"
  | "on_air"
  | "warning"
  | "plain";

const tones: Record<string, EntryTone> = {
  "call.rang": "ringing",
  "operator.claimed": "on_line",
  "operator.joined": "on_line",
  "caller.joined": "on_line",
  "caller.resumed": "on_line",
  "caller.held": "held",
  verified: "verified",
  readied: "verified",
  offered: "verified",
  moved_to_air: "on_air",
  "claim.lapsed": "warning",
  "operator.gone": "warning",
  "operator.silent": "warning",
  "softphone.failed": "warning",
  "call.lost": "warning",
  "call.failed": "warning",
};

/** The colour of the dot: the state that the call comes into, or that something is wrong. */
export function findEntryTone(type: string): EntryTone {
  return tones[type] ?? "plain";
}

/** A newer server's word, read as people write it: `call.put_back` is "call put back". */
export function spellOut(type: string): string {
  return type.replaceAll(/[._]/g, " ");
}
