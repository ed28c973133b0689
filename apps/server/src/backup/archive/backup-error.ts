/**
 * A backup or a restore is not possible. The message is for the person who ran the command.
 */
export class BackupError extends Error {
  override name = "BackupError";
  readonly code = "backup";
}
