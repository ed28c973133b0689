import type {
  CsvColumn,
  EndpointAnswer,
  EndReason,
  exportHistory,
  HistoryCall,
} from "@linedesk/contract";
import { classifyPastCall } from "./PastCallRow.tsx";
import type { historyMessages } from "./people-messages.ts";

/** A file with more calls is too large for common spreadsheet programs. */
export const MOST_EXPORTED = 200_000;

type Page = EndpointAnswer<typeof exportHistory>;

interface LoadOptions {
  onLoaded?: (count: number) => void;
  /** Aborts the load, which then rejects. */
  signal?: AbortSignal;
}

/**
 * Returns calls for a file, newest first. `isCut` is true when older calls are missing in the file.
 */
export async function loadPastCalls(
  ask: (cursor: string | null) => Promise<Page>,
  { onLoaded, signal }: LoadOptions = {},
): Promise<{ items: HistoryCall[]; isCut: boolean }> {
  const items: HistoryCall[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await ask(cursor);
    signal?.throwIfAborted();
    items.push(...page.items);
    onLoaded?.(items.length);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < MOST_EXPORTED);
  const isCut = cursor !== null || items.length > MOST_EXPORTED;
  return { items: items.slice(0, MOST_EXPORTED), isCut };
}

type HistoryColumn = keyof typeof historyMessages.columns;

/** The words of a file of calls, in the language of the page. */
export interface HistoryFileWords {
  station: string;
  head: (column: HistoryColumn) => string;
  outcome: (of: "talked" | "left" | EndReason) => string;
  time: (at: number) => string;
  rehearsal: string;
}

/** Returns `talked`, `left`, or the exact reason why nobody talked, which the timeline has too. */
function describeOutcome(call: HistoryCall): "talked" | "left" | EndReason {
  const outcome = classifyPastCall(call);
  return outcome === "talked" || outcome === "left" ? outcome : call.reason;
}

/** Returns the columns of a file of calls, in their order. */
export function listHistoryColumns(words: HistoryFileWords): CsvColumn<HistoryCall>[] {
  const { head } = words;
  return [
    { head: head("time"), cell: ({ at }) => words.time(Date.parse(at)) },
    { head: head("station"), cell: () => words.station },
    { head: head("line"), cell: ({ phoneLine }) => phoneLine?.name },
    { head: head("caller"), cell: ({ caller }) => caller.name },
    { head: head("number"), cell: ({ caller }) => caller.numberDisplay },
    { head: head("outcome"), cell: (call) => words.outcome(describeOutcome(call)) },
    { head: head("length"), cell: ({ durationS }) => durationS },
    { head: head("waited"), cell: ({ waitS }) => waitS },
    { head: head("answeredBy"), cell: ({ answeredBy }) => answeredBy },
    { head: head("note"), cell: ({ description }) => description },
    { head: head("quality"), cell: ({ quality }) => quality?.stats?.mos.average.toFixed(1) },
    { head: head("rehearsal"), cell: ({ rehearsal }) => (rehearsal ? words.rehearsal : null) },
  ];
}
