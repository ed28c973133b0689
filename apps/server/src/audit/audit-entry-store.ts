import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";

export interface AuditFilters {
  person?: string | undefined;
  action?: string | undefined;
  object?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditPage extends AuditFilters {
  station: string;
  before: string | null;
  limit: number;
}

export interface AuditRow {
  id: string;
  at: Date;
  userId: string | null;
  userName: string | null;
  action: string;
  subjectType: string;
  subjectId: string | null;
  subjectName: string | null;
  details: Record<string, unknown>;
  address: string | null;
}

/** Returns a part of an `ilike` pattern with the pattern characters of the text escaped. */
function toPart(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Returns a pattern that matches the words of the action in order, with any text between them. */
function toActionPattern(text: string): string {
  const words = text.split(/[^0-9A-Za-z]+/).filter((word) => word !== "");
  return `%${words.join("%")}%`;
}

const subjectName = sql<string | null>`coalesce(
  (select name from "user" where id = e.subject_id),
  (select name from phone_line where id = e.subject_id),
  (select name from caller where id = e.subject_id),
  (select name from contact where id = e.subject_id),
  (select name from prize where id = e.subject_id),
  (select name from flag where id = e.subject_id),
  (select name from station where id = e.subject_id))`;

function listConditions({ person, action, object, from, to }: AuditFilters) {
  const isGiven = (text: string | undefined): text is string => text !== undefined && text !== "";
  return [
    ...(isGiven(person)
      ? [
          sql`e.user_id in (select id from "user"
          where name ilike ${toPart(person)} or email ilike ${toPart(person)})`,
        ]
      : []),
    ...(isGiven(action) ? [sql`e.action ilike ${toActionPattern(action)}`] : []),
    ...(isGiven(object)
      ? [
          sql`(replace(e.subject_type, '_', ' ') ilike ${toPart(object.replaceAll("_", " "))} or e.subject_id::text = lower(${object})
          or ${subjectName} ilike ${toPart(object)})`,
        ]
      : []),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at < ${to}`]),
  ];
}

export async function countAuditEntries(
  db: Db,
  { station, most, ...filters }: AuditFilters & { station: string; most: number },
): Promise<number> {
  const conditions = [sql`e.station_id = ${station}`, ...listConditions(filters)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from audit_entry e where ${sql.join(conditions, sql` and `)} limit ${most}
    ) found`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findAuditEntries(db: Db, page: AuditPage): Promise<AuditRow[]> {
  const conditions = [
    sql`e.station_id = ${page.station}`,
    ...(page.before === null ? [] : [sql`e.id < ${page.before}`]),
    ...listConditions(page),
  ];
  const { rows } = await sql<AuditRow>`
    select e.id, e.at, e.user_id as "userId", u.name as "userName", e.action,
      e.subject_type as "subjectType", e.subject_id as "subjectId",
      ${subjectName} as "subjectName", e.details, e.address
    from audit_entry e left join "user" u on u.id = e.user_id
    where ${sql.join(conditions, sql` and `)}
    order by e.id desc
    limit ${page.limit}`.execute(db);
  return rows;
}
