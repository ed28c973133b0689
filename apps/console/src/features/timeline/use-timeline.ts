import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import {
  type Call,
  type EndpointQuery,
  readTimeline,
  type TimelineEntry,
} from "@linedesk/contract";
import { useConsole, useRootState, usePermission } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectCall, selectIsLive } from "../../client/store/select-calls.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import { saveFile } from "../../lib/save-file.ts";

export type TimelineView =
  | { status: "none" }
  | { status: "loading" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "ready";
      call: Call;
      items: TimelineEntry[];
      /** Saves the text as a file; `null` when the role may not export. */
      save: ((file: { name: string; text: string }) => void) | null;
    };

type EntryTone = "ringing" | "on_line" | "held" | "verified" | "on_air" | "warning" | "plain";

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

/** Returns the colour of the dot: the colour of the call's new state, or of a fault. */
export function findEntryTone(type: string): EntryTone {
  return tones[type] ?? "plain";
}

/**
 * Formats an event type that only a newer server knows: `call.put_back` becomes "call put back".
 */
export function spellOut(type: string): string {
  return type.replaceAll(/[._]/g, " ");
}

const PAGE_SIZE = 500;
/**
 * Reloads the timeline at this interval, because faults and quality reports do not change the call.
 */
const RELOAD_MS = 15_000;

interface Timeline {
  call: Call;
  items: TimelineEntry[];
}

async function loadTimeline(
  http: HttpClient,
  { call, signal }: { call: string; signal: AbortSignal },
): Promise<Timeline> {
  const params = { call };
  const first = await http.call(readTimeline, { params, query: { limit: PAGE_SIZE }, signal });
  const items = [...first.items];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const query: EndpointQuery<typeof readTimeline> = { cursor, limit: PAGE_SIZE };
    const page = await http.call(readTimeline, { params, query, signal });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return { call: first.call, items };
}

export function useTimeline(): TimelineView {
  const { http } = useConsole();
  const id = useRootState((state) => state.seats.timeline.call);
  const call = useRootState((state) => (id === null ? null : selectCall(state, id)));
  const isLive = useRootState((state) => id !== null && selectIsLive(state, id));
  const mayExport = usePermission("admin");
  const query = useQuery<Timeline>({
    queryKey: ["timeline", id, call],
    enabled: id !== null,
    placeholderData: (before) => (before?.call.id === id ? before : undefined),
    refetchInterval: isLive ? RELOAD_MS : false,
    queryFn: ({ signal }) => loadTimeline(http, { call: id ?? "", signal }),
  });
  return useMemo((): TimelineView => {
    if (id === null) {
      return { status: "none" };
    }
    if (query.status === "error") {
      const { words } = describeFailure(query.error);
      return { status: "failed", words, retry: () => void query.refetch() };
    }
    if (query.status === "pending") {
      return { status: "loading" };
    }
    return { status: "ready", ...query.data, save: mayExport ? saveFile : null };
  }, [id, query, mayExport]);
}
