import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { AccountApplication } from "./account-resources.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { findResource, saveResource } from "./telephony-store.ts";

const resources = {
  operators: "application.operators",
  phone: "application.phone",
} as const;
export type Application = keyof typeof resources;

/** Returns the application's sid for a voice token; throws until the telephony service has it. */
export async function applicationSid(
  db: Db,
  { service, application }: { service: string; application: Application },
): Promise<string> {
  const sid = await findResource(db, { service, name: resources[application] });
  if (sid !== null) {
    return sid;
  }
  throw new ApiError("exchange_not_ready");
}

export interface ApplicationRequest {
  application: Application;
  /** The sid from the configuration, if any. */
  configured: string | null;
  voiceUrl: string;
  fallbackUrl: string;
  statusUrl: string;
}

interface ApplicationDeps {
  db: Db;
  at: TelephonyService;
}

/** Ensures that the telephony service has the application with these addresses. */
export async function provisionApplication(
  { db, at: { service, telephony, names } }: ApplicationDeps,
  known: readonly AccountApplication[],
  { application, configured, ...urls }: ApplicationRequest,
): Promise<void> {
  const resource = resources[application];
  const named = { service, name: resource };
  const stored = await findResource(db, named);
  const wanted = { name: names.application(resource), ...urls };
  const bySid = known.find(({ sid }) => sid === (configured ?? stored));
  const found = bySid ?? known.find(({ name }) => name === wanted.name);
  if (found !== undefined) {
    names.assertOwn(found);
  }
  const sid =
    found !== undefined && isAsWanted(found, wanted)
      ? found.sid
      : await telephony.account.writeApplication(found?.sid ?? null, wanted);
  if (sid !== stored) {
    await saveResource(db, named, sid);
  }
}

function isAsWanted(found: AccountApplication, wanted: Omit<AccountApplication, "sid">): boolean {
  return (
    found.name === wanted.name &&
    found.voiceUrl === wanted.voiceUrl &&
    found.fallbackUrl === wanted.fallbackUrl &&
    found.statusUrl === wanted.statusUrl
  );
}
