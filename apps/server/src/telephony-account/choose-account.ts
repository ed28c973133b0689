import { createHash } from "node:crypto";

import type { Clock } from "@linedesk/base";
import type { AccountSurvey, NumberChange } from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/require-call.ts";
import type { Config } from "../config/config.ts";
import type { SecretSeal } from "../integrations/secret-seal.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import { type AccountLogin, createAccountKey, readAccount } from "../telephony/read-account.ts";
import { TelephonyError } from "../telephony/telephony.ts";
import { VoiceUrls } from "../telephony/voice-urls.ts";
import { deleteAccount, lockAccount, saveAccount } from "./account-store.ts";
import { isConfigured } from "./chosen-account-watch.ts";

export interface AccountDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "telephony" | "services" | "http">;
  seal: SecretSeal;
  countLiveCalls: () => Promise<number>;
  restart: () => void;
}

export interface AccountRequest {
  station: string;
  actor: Actor;
  accountSid: string;
  authToken: string;
}

/** Returns the changes that would be made at the account, without making any. */
export async function surveyAccount(
  deps: AccountDeps,
  given: Pick<AccountRequest, "accountSid" | "authToken">,
): Promise<AccountSurvey> {
  const { db, config } = deps;
  requireChoice(config);
  const { name, numbers } = await askAccount(() => readAccount(toLogin(deps, given)));
  const lines = await readPhoneLines(db);
  const own = new VoiceUrls(config.telephony.webhookUrl ?? config.http.publicUrl).incoming;
  const changes = numbers.map(({ number, voiceUrl }): NumberChange => {
    const line = lines.find((one) => one.number === number) ?? null;
    const before = voiceUrl === "" ? null : voiceUrl;
    const after = line === null ? before : own;
    return { numberDisplay: displayNumber(number), line: line?.name ?? null, before, after };
  });
  const missing = lines
    .filter((line) => numbers.every(({ number }) => number !== line.number))
    .map(({ number, name: line }) => `${line} ${displayNumber(number)}`);
  const shown = { name, numbers: changes, missing };
  const seen = createHash("sha256").update(JSON.stringify(shown)).digest("hex");
  return { ...shown, seen };
}

/** Uses the account from the next start on, and restarts the server immediately. */
export async function chooseAccount(
  deps: AccountDeps,
  { station, actor, seen, ...given }: AccountRequest & { seen: string },
): Promise<string> {
  const { db, clock, seal } = deps;
  const { accountSid, authToken } = given;
  if ((await surveyAccount(deps, given)).seen !== seen) {
    throw new ApiError("account_changed");
  }
  await requireNoCalls(deps);
  const { apiKey, apiSecret } = await askAccount(() => createAccountKey(toLogin(deps, given)));
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx);
    await saveAccount(trx, {
      account_sid: accountSid,
      auth_token: seal.seal(authToken, accountSid),
      api_key: apiKey,
      api_secret: seal.seal(apiSecret, accountSid),
      chosen_at: new Date(clock.now()),
    });
    await audit(trx, { station, actor }, "telephony.account_chosen", { account: accountSid });
  });
  deps.restart();
  return accountSid;
}

/** Returns to the exchange of the configuration. Nothing changes at the account. */
export async function leaveAccount(
  deps: AccountDeps,
  target: Pick<AccountRequest, "station" | "actor">,
): Promise<string> {
  await requireNoCalls(deps);
  const account = await deps.db.transaction().execute(async (trx) => {
    const row = requireFound(await lockAccount(trx), "no_account_chosen");
    await deleteAccount(trx);
    await audit(trx, target, "telephony.account_left", { account: row.account_sid });
    return row.account_sid;
  });
  deps.restart();
  return account;
}

function toLogin(
  { config }: AccountDeps,
  { accountSid, authToken }: Pick<AccountRequest, "accountSid" | "authToken">,
): AccountLogin {
  const { accountUrl: apiUrl, region, edge } = config.telephony;
  return { accountSid, authToken, apiUrl, region, edge };
}

function requireChoice(config: AccountDeps["config"]): void {
  if (isConfigured(config)) {
    throw new ApiError("account_configured");
  }
  if (!config.http.publicUrlGiven) {
    throw new ApiError("account_needs_public_url");
  }
}

/** Throws during live calls, because a live call at one service cannot continue at another. */
async function requireNoCalls({ countLiveCalls }: AccountDeps): Promise<void> {
  if ((await countLiveCalls()) > 0) {
    throw new ApiError("account_needs_no_calls");
  }
}

/** Maps the account's refusal to the field that it concerns. */
async function askAccount<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof TelephonyError && [401, 403, 404].includes(error.status)) {
      const fields = { authToken: "is_not_token_of_account" } as const;
      throw new ApiError("account_refused", { fields, cause: error });
    }
    return mapTelephonyErrors(() => Promise.reject(error));
  }
}

async function audit(
  trx: Trx,
  { station, actor }: Pick<AccountRequest, "station" | "actor">,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(trx, { actor, action, station, details });
}
