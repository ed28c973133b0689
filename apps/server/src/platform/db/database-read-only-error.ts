/** After a failover a connection may lead to a database that takes no changes. */
export class DatabaseReadOnlyError extends Error {
  override name = "DatabaseReadOnlyError";
  readonly code = "database_read_only";

  constructor() {
    super("The database takes no changes.");
  }
}
