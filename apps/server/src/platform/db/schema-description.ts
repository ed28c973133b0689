import { sql } from "kysely";

import type { Trx } from "./database.ts";

/** An object of a schema, such as `column call.due_at`, with its definition in one line. */
export type SchemaDescription = ReadonlyMap<string, string>;

/**
 * Describes every table, column, constraint, index, trigger and function of the current schema,
 * without partitions, objects of extensions and the record of migrations. The order of columns and
 * the name of the schema do not count, so that the descriptions of two schemas can be compared.
 */
export async function describeSchema(trx: Trx): Promise<SchemaDescription> {
  const { rows } = await sql<{ object: string; definition: string }>`
    with own_table as (
      select oid, relname, relkind, relpersistence, relrowsecurity from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not relispartition and relname not in ('kysely_migration', 'kysely_migration_lock', 'schema_floor')
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    )
    select 'table ' || relname as object,
      concat_ws(' ', case relkind when 'r' then 'plain' when 'p' then 'partitioned' else relkind::text end,
        case when relpersistence <> 'p' then 'persistence ' || relpersistence::text end,
        case when relrowsecurity then 'row security' end, pg_get_partkeydef(oid)) as definition
    from own_table
    union all
    select concat('column ', relname, '.', attname),
      concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        case attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
        case when attgenerated <> '' then 'generated as ' else 'default ' end || pg_get_expr(adbin, adrelid),
        'collate ' || nullif(collname, 'default'))
    from own_table t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = t.oid and adnum = attnum
      left join pg_collation o on o.oid = attcollation
    union all
    select concat('constraint ', relname, '.', conname), pg_get_constraintdef(c.oid, true)
    from own_table t join pg_constraint c on c.conrelid = t.oid
    where contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select concat('index ', t.relname, '.', i.relname), concat_ws(' ', case when not indisvalid then 'invalid' end, pg_get_indexdef(indexrelid, 0, true))
    from own_table t join pg_index on indrelid = t.oid join pg_class i on i.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid and conrelid = t.oid)
    union all
    select concat('trigger ', relname, '.', tgname),
      concat_ws(' ', case when tgenabled <> 'O' then 'enabled ' || tgenabled::text end, pg_get_triggerdef(g.oid, true))
    from own_table t join pg_trigger g on tgrelid = t.oid and not tgisinternal
    union all
    select format('function %s(%s)', proname, pg_get_function_identity_arguments(p.oid)),
      concat_ws(' ', pg_get_function_result(p.oid), lanname,
        case provolatile when 'i' then 'immutable' when 's' then 'stable' end,
        case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
        case when proisstrict then 'strict' end, case when prosecdef then 'security definer' end, trim(regexp_replace(prosrc, '\\s+', ' ', 'g')))
    from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by object`.execute(trx);
  return new Map(rows.map(({ object, definition }) => [object, definition]));
}

/** Runs `create` in a separate schema, describes that schema, and rolls it back. */
export async function describeCreated(trx: Trx, create: (trx: Trx) => Promise<void>) {
  await sql`savepoint before_description`.execute(trx);
  await sql`create schema linedesk_description`.execute(trx);
  await sql`set local search_path to linedesk_description`.execute(trx);
  await create(trx);
  const description = await describeSchema(trx);
  await sql`rollback to savepoint before_description`.execute(trx);
  return description;
}

const LISTED_DIFFERENCES = 10;

/** Names at most ten differences between two schemas in words; `null` when there are none. */
export function listDifferences(expected: SchemaDescription, actual: SchemaDescription) {
  const all = [
    ...listAbsent(expected, actual).map((object) => `${object} is missing`),
    ...listAbsent(actual, expected).map((object) => `${object} is unknown`),
    ...[...expected]
      .filter(([object, definition]) => (actual.get(object) ?? definition) !== definition)
      .map(([object]) => `${object} differs`),
  ];
  const more = all.length - LISTED_DIFFERENCES;
  const listed = all.slice(0, LISTED_DIFFERENCES).join(", ");
  return all.length === 0 ? null : listed + (more > 0 ? ` and ${more} more` : "");
}

function listAbsent(one: SchemaDescription, other: SchemaDescription): string[] {
  return [...one.keys()].filter((object) => {
    const table = /^(?:column|constraint|index|trigger) (.+?)\./.exec(object)?.[1];
    return !other.has(object) && (table === undefined || isInBoth(`table ${table}`, one, other));
  });
}

function isInBoth(object: string, one: SchemaDescription, other: SchemaDescription): boolean {
  return one.has(object) && other.has(object);
}
