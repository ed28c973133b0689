import type { EndpointAnswer, exportHistory, HistoryCall } from "@linedesk/contract";

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
