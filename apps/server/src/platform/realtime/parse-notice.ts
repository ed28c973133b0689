import type { ReadRow } from "./outbox-store.ts";

/** An event as a notification contains it, with its data in the form in which it is sent. */
export interface NoticeRow extends ReadRow {
  seq: number;
  data: string;
}

const LINE = /^(\d+)\t(\d+)\t([^\t]*)\t([^\t]+)\t([^\t]+)\t(.+)$/;

/**
 * Returns the events that a notification contains; `null` when the reader must read the table. The
 * data is parsed only when somebody needs its fields.
 */
export function parseNotice(text: string): NoticeRow[] | null {
  const rows = text.split("\n").map(parseLine);
  return rows.includes(null) ? null : rows.filter((row) => row !== null);
}

function parseLine(line: string): NoticeRow | null {
  const [, id, seq, masking, channel = "", event = "", data = ""] = LINE.exec(line) ?? [];
  if (id === undefined) {
    return null;
  }
  return {
    id: Number(id),
    seq: Number(seq),
    channel,
    event,
    masking: masking === "" ? null : (masking ?? null),
    data,
    get payload() {
      return JSON.parse(data) as object;
    },
    isFirst: false,
  };
}
