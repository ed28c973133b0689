/** After a failover, a connection may lead to a database that accepts no changes. */
export class DatabaseReadOnlyError extends Error {
  override name = "DatabaseReadOnlyError";
  readonly code = "database_read_only";

  constructor() {
    super("The database accepts no changes.");
  }
}
