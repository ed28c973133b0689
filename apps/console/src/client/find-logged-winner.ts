import type { ContestEntry } from "@linedesk/contract";

interface LogPage {
  items: readonly ContestEntry[];
  nextCursor: string | null;
}

/** A log longer than this many pages of callers is not searched further. */
const MOST_PAGES = 20;

/** Returns the name or number of the winner in a contest's log, which lists the newest first. */
export async function findLoggedWinner(
  read: (cursor: string | null) => Promise<LogPage>,
): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor }: LogPage = await read(cursor);
    const entry = items.find(({ outcome }) => outcome === "winner");
    if (entry !== undefined) {
      return entry.name ?? entry.numberDisplay;
    }
    if (nextCursor === null) {
      return null;
    }
    cursor = nextCursor;
  }
  return null;
}
