import * as z from "zod";

import { type AuditEntry, type CsvColumn, type CsvPage, nameCsvFile } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { CSV_PAGE_ROWS, writeCsvPage } from "../platform/write-csv-page.ts";
import {
  type AuditFilters,
  type AuditRow,
  countAuditEntries,
  findAuditEntries,
} from "./audit-entry-store.ts";

const PAGE_SIZE = 50;
/** The server refuses an export with more entries, instead of shortening it. */
const MOST_EXPORTED = 50_000;

function presentEntry(row: AuditRow): AuditEntry {
  const { id, userId, userName, action, details, address } = row;
  return {
    id,
    at: row.at.toISOString(),
    person: userId === null ? null : { id: userId, name: userName ?? userId },
    action,
    object: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    details,
    address,
  };
}

interface AuditRequest extends AuditFilters {
  station: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export async function readAudit(
  db: Db,
  { cursor, limit = PAGE_SIZE, ...wanted }: AuditRequest,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : readCursor(cursor);
  const rows = await findAuditEntries(db, { ...wanted, before, limit: limit + 1 });
  const items = rows.slice(0, limit).map(presentEntry);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function readCursor(cursor: string): string {
  const parsed = z.uuid().safeParse(cursor);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ApiError("cursor_unknown", {
    fields: { cursor: "must_be_earlier_cursor" },
  });
}

const columns: CsvColumn<AuditRow>[] = [
  { head: "at", cell: ({ at }) => at.toISOString() },
  { head: "person", cell: ({ userName, userId }) => userName ?? userId },
  { head: "action", cell: ({ action }) => action },
  { head: "object", cell: ({ subjectType }) => subjectType },
  { head: "id", cell: ({ subjectId }) => subjectId },
  { head: "name", cell: ({ subjectName }) => subjectName },
  { head: "details", cell: ({ details }) => JSON.stringify(details) },
  { head: "address", cell: ({ address }) => address },
  { head: "entry", cell: ({ id }) => id },
];

interface AuditExport {
  station: string;
  filters: AuditFilters;
  cursor: string | undefined;
  actor: Actor;
  now: Date;
}

export async function exportAudit(
  db: Db,
  { station, filters, cursor, actor, now }: AuditExport,
): Promise<CsvPage> {
  const before = cursor ?? null;
  const limit = CSV_PAGE_ROWS + 1;
  const total = before === null ? await countAll(db, { ...filters, station }) : null;
  const found = await findAuditEntries(db, { ...filters, station, before, limit });
  if (total !== null) {
    const details = { filters, entries: total };
    await recordAudit(db, { actor, action: "audit.exported", station, details });
  }
  const { csv, rows, last } = writeCsvPage(found, columns);
  const fileName = nameCsvFile("audit", now);
  return { fileName, csv, rows, total, nextCursor: last?.id ?? null };
}

async function countAll(db: Db, wanted: AuditFilters & { station: string }): Promise<number> {
  const count = await countAuditEntries(db, { ...wanted, most: MOST_EXPORTED + 1 });
  if (count > MOST_EXPORTED) {
    throw new ApiError("too_many_audit_entries");
  }
  return count;
}
