import pg from "pg";

const ASK_TIMEOUT_MS = 2_000;

/** Whether PostgreSQL answers; a refusal of its own, as while it recovers, is an answer. */
export async function answersPostgres(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    // A server that hangs does not say good-bye either.
    void client.end().catch(() => undefined);
  }
}
