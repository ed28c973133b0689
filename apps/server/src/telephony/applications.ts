import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { findResource, saveResource } from "./telephony-store.ts";
import type { Provisioning } from "./telephony.ts";

const names = {
  operators: "application.operators",
  phone: "application.phone",
} as const;
export type Application = keyof typeof names;

/** Returns the application's sid for a voice token; throws until the telephony service has it. */
export async function applicationSid(db: Db, application: Application): Promise<string> {
  const sid = await findResource(db, names[application]);
  if (sid !== null) {
    return sid;
  }
  throw new ApiError("exchange_not_ready");
}

export interface ApplicationOptions {
  application: Application;
  /** The sid from the configuration, if any. */
  configured: string | null;
  voiceUrl: string;
  statusUrl: string;
}

/** Ensures that the telephony service has the application with these addresses. */
export async function provisionApplication(
  { db, telephony }: { db: Db; telephony: Provisioning },
  make: ApplicationOptions,
): Promise<void> {
  const name = names[make.application];
  const sid = await telephony.ensureApplication({
    sid: make.configured ?? (await findResource(db, name)),
    name: `linedesk ${name}`,
    voiceUrl: make.voiceUrl,
    statusUrl: make.statusUrl,
  });
  await saveResource(db, name, sid);
}
