import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/** Calls `use` with a connection without a statement timeout. */
export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "linedesk-backup",
  });
  // A query in progress reports the same error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
