import type { Clock } from "@linedesk/base";
import { type IceServer, phoneToken, voiceToken } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import { applicationSid } from "./applications.ts";
import { isPhoneNumber, phoneIdentity } from "./demo-phone.ts";
import type { RelaySource, Telephony } from "./telephony.ts";
import { forgetVoiceTokens, noteVoiceToken } from "./voice-token-store.ts";
import { signVoiceToken } from "./voice-token.ts";

/**
 * This is longer than a token is valid, because a call may begin in the token's last second and
 * restart ICE later.
 */
const RELAY_TTL_S = 12 * 3600;

export interface TokenDeps {
  db: Db;
  config: Pick<Config, "telephony">;
  phone: { callerNumbers: readonly NamedNumber[] } | null;
  clock: Pick<Clock, "now">;
  telephony: RelaySource & Pick<Telephony, "withdrawTokens">;
  /** Resolves with `true` for a member of at least one station. */
  isMember: (userId: string) => Promise<boolean>;
  log: Pick<Logger, "warn">;
}

interface NamedNumber {
  number: string;
  name: string;
}

/** Fetches the media relays with new credentials, once for each token. */
async function fetchIceServers({ telephony, log }: TokenDeps): Promise<IceServer[]> {
  try {
    return await telephony.iceServers(RELAY_TTL_S);
  } catch (error) {
    // Most browsers reach the exchange without relays, so the token is issued nevertheless.
    log.warn({ err: error }, "media relays unavailable");
    return [];
  }
}

function buildVoiceGrant(config: TokenDeps["config"], identity: string, applicationSid: string) {
  const { kind, accountSid, apiKey, apiSecret } = config.telephony;
  // Our exchange has no regions.
  const region = kind === "twilio" ? config.telephony.region : null;
  return { accountSid, apiKey, apiSecret, region, identity, applicationSid };
}

function labelled({ number, name }: NamedNumber) {
  return {
    number,
    label: `${displayNumber(number)} ${name}`,
  };
}

export async function giveVoiceToken(deps: TokenDeps, identity: string) {
  const application = await applicationSid(deps.db, "operators");
  const grant = { ...buildVoiceGrant(deps.config, identity, application), incoming: false };
  const token = await signVoiceToken(grant, new Date(deps.clock.now()));
  return { token, iceServers: await fetchIceServers(deps) };
}

export async function withdrawVoiceTokens(
  { db, clock, telephony }: Pick<TokenDeps, "db" | "clock" | "telephony">,
  identity: string,
): Promise<void> {
  const until = new Date(clock.now());
  await telephony.withdrawTokens(identity);
  await forgetVoiceTokens(db, identity, until);
}

export function registerVoiceTokens(api: Api, deps: TokenDeps): void {
  const { db, config, clock, phone } = deps;
  api.serve(voiceToken, async ({ user, session, body }) => {
    if (body.identity !== user.id) {
      throw new ApiError("voice_token_foreign");
    }
    // Without this check, a softphone could outlive the person's last membership.
    if (!(await deps.isMember(user.id))) {
      throw new ApiError("member_of_no_station");
    }
    const application = await applicationSid(db, "operators");
    const grant = { ...buildVoiceGrant(config, user.id, application), incoming: true };
    const now = new Date(clock.now());
    // The session watch must know the token before the person can use it.
    await noteVoiceToken(db, { sessionId: session.id, userId: user.id, issuedAt: now });
    const token = await signVoiceToken(grant, now);
    return { token, iceServers: await fetchIceServers(deps) };
  });
  api.serve(phoneToken, async ({ body }) => {
    if (phone === null) {
      throw new ApiError("no_telephone_here");
    }
    const { number } = body;
    if (number !== undefined && !isPhoneNumber(phone, number)) {
      throw new ApiError("telephone_number_unknown", {
        fields: { number: "is_no_telephone_number_here" },
      });
    }
    const application = await applicationSid(db, "phone");
    const grant = {
      ...buildVoiceGrant(config, phoneIdentity(number), application),
      incoming: number !== undefined,
    };
    const lines = await readPhoneLines(db);
    return {
      token: await signVoiceToken(grant, new Date(clock.now())),
      iceServers: await fetchIceServers(deps),
      lines: lines.map(labelled),
      callerNumbers: phone.callerNumbers.map(labelled),
    };
  });
}
