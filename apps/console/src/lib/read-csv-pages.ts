import type { CsvPage } from "@linedesk/contract";

export interface ExportJob {
  /** So many are read; of how many, where that is known. */
  onRead: (count: number, total?: number | null) => void;
  /** Nothing more is wanted: the job rejects. */
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
