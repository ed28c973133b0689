import {
  FORMULA_START,
  type HistoryCall,
  type EndpointAnswer,
  type exportHistory,
} from "@linedesk/contract";
import { classifyPastCall } from "./PastCallRow.tsx";

/** A file of more calls is no longer read by anybody's spreadsheet. */
export const MOST_EXPORTED = 200_000;

type Page = EndpointAnswer<typeof exportHistory>;

interface LoadOptions {
  onLoaded?: (count: number) => void;
  /** Nothing more is wanted: it rejects. */
  signal?: AbortSignal;
}

/** Calls for a file, the newest first, and whether older ones are not in it. */
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

export interface HistoryFileWords {
  station: string;
  heads: readonly string[];
  outcomes: Record<ReturnType<typeof classifyPastCall>, string>;
  time: (at: number) => string;
  rehearsal: string;
}

/** The calls as a spreadsheet reads them; no cell is a formula to it. */
export async function writeHistoryCsv(
  calls: readonly HistoryCall[],
  { station, heads, outcomes, time, rehearsal }: HistoryFileWords,
): Promise<string> {
  const { default: papa } = await import("papaparse");
  const data = calls.map((call) => [
    time(Date.parse(call.at)),
    station,
    call.phoneLine?.name ?? "",
    call.caller.name ?? "",
    call.caller.numberDisplay,
    outcomes[classifyPastCall(call)],
    String(call.durationS),
    String(call.waitS),
    call.answeredBy ?? "",
    call.description,
    call.quality?.stats?.mos.average.toFixed(1) ?? "",
    call.rehearsal === true ? rehearsal : "",
  ]);
  // With its mark at the beginning a spreadsheet reads UTF-8.
  return `\uFEFF${papa.unparse({ fields: [...heads], data }, { escapeFormulae: FORMULA_START })}\r\n`;
}
