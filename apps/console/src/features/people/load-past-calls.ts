import type { EndpointAnswer, exportHistory, HistoryCall } from "@linedesk/contract";

/** A file of more calls is no longer read by anybody's spreadsheet. */
export const MOST_EXPORTED = 200_000;

type Page = EndpointAnswer<typeof exportHistory>;

/** Calls for a file, the newest first, and whether older ones are not in it [AP54]. */
export async function loadPastCalls(
  ask: (cursor: string | null) => Promise<Page>,
): Promise<{ items: HistoryCall[]; isCut: boolean }> {
  const items: HistoryCall[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await ask(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < MOST_EXPORTED);
  const isCut = cursor !== null || items.length > MOST_EXPORTED;
  return { items: items.slice(0, MOST_EXPORTED), isCut };
}
