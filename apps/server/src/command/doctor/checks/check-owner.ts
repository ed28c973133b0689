import { openDatabase } from "../../../platform/db/database.ts";
import { DatabaseOwnerError, requireOwner } from "../../../platform/db/grant-server-rights.ts";
import { type Finding, right, wrong } from "../context/finding.ts";
import { describeRefusal } from "../probes/describe-refusal.ts";

/**
 * Checks the role of DATABASE_OWNER_URL, with which the next start migrates and the next backup
 * reads.
 */
export async function checkOwner(url: string | null): Promise<Finding[]> {
  if (url === null) {
    return [];
  }
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    await requireOwner(db);
    return [right("The role of DATABASE_OWNER_URL owns the tables.")];
  } catch (error) {
    return [
      error instanceof DatabaseOwnerError
        ? wrong(error.message, "The next start migrates with this role.")
        : describeRefusal(error, "DATABASE_OWNER_URL"),
    ];
  } finally {
    await db.destroy();
  }
}
