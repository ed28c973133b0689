import { join, resolve } from "node:path";

import type { Settings } from "./settings.ts";

/** Returns the path of the file that each backup updates when it is complete. */
export function findBackupStamp(
  settings: Pick<Settings, "BACKUP_STAMP" | "LINEDESK_DATA">,
): string {
  return settings.BACKUP_STAMP ?? join(resolve(settings.LINEDESK_DATA), "last-backup");
}
