import { queryDatabase } from "./query-database.ts";

/** Returns every row of every table, as JSON in the order of its text. */
export async function readEveryRow(url: string): Promise<Record<string, unknown[]>> {
  const tables = await queryDatabase<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const where = name === "kysely_migration" ? "t.name" : "to_jsonb(t)::text";
    found[name] = await queryDatabase(url, `select ${where} as row from "${name}" t order by 1`);
  }
  return found;
}
