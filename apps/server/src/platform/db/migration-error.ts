/** A refused or failed migration; the message is for the person who starts the product. */
export class MigrationError extends Error {
  override name = "MigrationError";
  readonly code = "migration_failed";

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `${reason} Nothing was changed. Start the version that made this database, or restore a backup.`,
      options,
    );
  }
}

export async function runNamed<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`Migration ${name} failed: ${words}.`, { cause });
  }
}
