import { hasCode } from "@linedesk/base";

export const NOTHING_CHANGED =
  "Nothing was changed. Start the version that made this database, or restore a backup.";
/** PostgreSQL's code for a missing right (appendix A). */
const FORBIDDEN = "42501";
const UNDONE = "It was undone. Start the version that ran before, or restore a backup.";

/** A refused or failed migration; the message is for the person who starts the product. */
export class MigrationError extends Error {
  override name = "MigrationError";
  readonly code = "migration_failed";

  constructor(reason: string, { cause, remedy = NOTHING_CHANGED }: MigrationErrorOptions = {}) {
    super(`${reason} ${remedy}`, { cause });
  }

  /** Names the migration and the cause. The migrations before it have run. */
  static ofMigration(name: string, cause: unknown, remedy = UNDONE): MigrationError {
    if (hasCode(cause, FORBIDDEN)) {
      return new MigrationError(
        `Migration ${name} has to run, and the role may not change the schema. Set DATABASE_OWNER_URL to an address with the role that owns the tables, and start the station again.`,
        { cause, remedy: NOTHING_CHANGED },
      );
    }
    return new MigrationError(`Migration ${name} failed: ${describeFailure(cause)}.`, {
      cause,
      remedy,
    });
  }
}

interface MigrationErrorOptions {
  cause?: unknown;
  /** The state of the database, and the next step. */
  remedy?: string;
}

export function describeFailure(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
