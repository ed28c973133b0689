import { makeConfig, readSettings } from "../../config/config.ts";
import { generateSecrets, readSecrets, type Secrets } from "../../config/secrets.ts";
import { settings, type SettingName, type Settings } from "../../config/settings.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { applyChosenAccount } from "../../telephony-account/apply-chosen-account.ts";
import { readRunningStation } from "../context/running-station.ts";
import type { Surroundings } from "./context/check.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 6;

/**
 * Reads the settings, the secrets and the running parts. It writes nothing: a doctor that runs as
 * root must leave no file that the station cannot read.
 */
export async function readSurroundings(
  env: Environment,
): Promise<{ around: Surroundings; secrets: string[] }> {
  const given = readSettings({ ...env });
  const stored = await readSecrets(given.LINEDESK_DATA);
  const secrets = stored ?? generateSecrets();
  const station = await readRunningStation(env);
  const config = makeConfig(given, secrets);
  const embedded = station.server?.databaseUrl ?? "";
  const databaseUrl = config.database.url ?? (embedded === "" ? null : embedded);
  const around = {
    settings: given,
    config: await withChosenAccount(config, databaseUrl),
    station,
    databaseUrl,
    hasSecrets: stored !== null,
    now: () => new Date(),
  };
  return { around, secrets: listSecrets(given, secrets, databaseUrl) };
}

/**
 * Without a database, the account of the settings is used, and another check reports the failure.
 */
async function withChosenAccount(
  config: Surroundings["config"],
  url: string | null,
): Promise<Surroundings["config"]> {
  if (url === null) {
    return config;
  }
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
  try {
    return await applyChosenAccount(config, db);
  } catch {
    return config;
  } finally {
    await db.destroy();
  }
}

/** Returns every secret value, the longest first, because one may contain another. */
function listSecrets(given: Settings, stored: Secrets, url: string | null): string[] {
  const names = (Object.keys(settings) as SettingName[]).filter((name) => settings[name].secret);
  const passwords = [url, given.DATABASE_OWNER_URL, given.SIP_PEER].map(passwordIn);
  return [...names.map((name) => given[name]), ...Object.values(stored), ...passwords]
    .flatMap((value) => (typeof value === "string" && value.length >= SHORTEST_SECRET ? value : []))
    .toSorted((one, other) => other.length - one.length);
}

function passwordIn(address: string | null | undefined): string | undefined {
  return /:([^:@/]+)@/.exec(address ?? "")?.[1];
}
