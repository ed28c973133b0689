import type { CsvPage } from "@linedesk/contract";

export interface ExportJob {
  /** Receives the number of rows read, and the total if it is known. */
  onRead: (count: number, total?: number | null) => void;
  /** Aborts the job, which then rejects. */
  signal: AbortSignal;
}

export async function readCsvPages(
  ask: (next: { cursor?: string }) => Promise<CsvPage>,
  { onRead, signal }: ExportJob,
): Promise<{ name: string; text: string }> {
  const pages: string[] = [];
  let read = 0;
  let total: number | null = null;
  let next: { cursor?: string } | null = {};
  let name = "";
  while (next !== null) {
    const page: CsvPage = await ask(next);
    signal.throwIfAborted();
    pages.unshift(page.csv);
    name = page.fileName;
    read += page.rows;
    total ??= page.total;
    onRead(read, total);
    next = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
  return { name, text: pages.join("") };
}
