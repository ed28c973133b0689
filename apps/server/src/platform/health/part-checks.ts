import type Pusher from "pusher";

import type { Config } from "../../config/config.ts";
import type { Db } from "../db/database.ts";
import { pingDatabase } from "../db/wait-for-database.ts";
import type { DiskCheck } from "./disk-check.ts";
import type { PartCheck, PartChecks } from "./health.ts";

const ASK_TIMEOUT_MS = 1_500;

/** Any answer below 500 shows that the service works; a wrong password shows elsewhere. */
function telephonyCheck({ apiUrl, accountSid, authToken }: Config["telephony"]): PartCheck {
  return async () => {
    const base = apiUrl ?? "https://api.twilio.com";
    const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
    const answer = await fetch(`${base}/2010-04-01/Accounts/${accountSid}.json`, {
      headers: { authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status < 500;
  };
}

interface PartCheckDeps {
  db: Db;
  config: Config;
  pusher: Pusher;
  disk: DiskCheck;
}

export function createPartChecks(parts: PartCheckDeps): PartChecks {
  return {
    disk: parts.disk.check,
    database: async () => {
      await pingDatabase(parts.db);
      return true;
    },
    telephony: telephonyCheck(parts.config.telephony),
    realtime: async () => (await parts.pusher.get({ path: "/channels" })).ok,
  };
}
