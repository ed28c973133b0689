import type { Trx } from "./database.ts";
import { listDifferences } from "./list-differences.ts";
import { MigrationError, runNamed } from "./migration-error.ts";
import { up as createBaseline } from "./migrations/001-baseline.ts";
import { callSteps } from "./migrations/earlier/call-steps.ts";
import { stationSteps } from "./migrations/earlier/station-steps.ts";
import { migrations } from "./migrations/index.ts";
import { describeCreated, describeSchema } from "./schema-description.ts";

/** Every installation from before the baseline has these. */
const firstNames = ["001-base", "002-session", "010-telephone"];
const steps = { ...callSteps, ...stationSteps };

/**
 * Runs the migrations from before the baseline that an installation lacks, and returns their names.
 * The names that are recorded prove nothing alone, so the schema must equal the baseline's in the
 * end. Throws `MigrationError`.
 */
export async function upgradeEarlierInstallation(trx: Trx, recorded: string[]): Promise<string[]> {
  requireKnownNames(recorded);
  const missing = Object.entries(steps).filter(([name]) => !recorded.includes(name));
  for (const [name, statements] of missing) {
    await runNamed(name, async () => {
      for (const statement of statements) {
        await statement.execute(trx);
      }
    });
  }
  await requireBaseline(trx);
  return missing.map(([name]) => name);
}

function requireKnownNames(recorded: string[]): void {
  const known = [...firstNames, ...Object.keys(steps), ...Object.keys(migrations)];
  const unknown = recorded.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has migrations that this version does not know: ${unknown.join(", ")}.`,
    );
  }
  const lacking = firstNames.filter((name) => !recorded.includes(name));
  if (lacking.length > 0) {
    throw new MigrationError(
      `The database lacks migrations that every version has: ${lacking.join(", ")}.`,
    );
  }
}

async function requireBaseline(trx: Trx): Promise<void> {
  const expected = await runNamed("001-baseline", () => describeCreated(trx, createBaseline));
  const differences = listDifferences(expected, await describeSchema(trx));
  if (differences !== null) {
    throw new MigrationError(
      `The database does not have the schema that its migrations make: ${differences}.`,
    );
  }
}
