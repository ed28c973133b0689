import type { Clock } from "@linedesk/base";
import { type IceServer, phoneToken, voiceToken } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { readPhoneLines } from "../stations/phone-lines/phone-lines.ts";
import { type Application, applicationSid } from "./applications.ts";
import { isPhoneNumber, phoneIdentity } from "./demo-phone.ts";
import type { ServiceSet } from "./service-set.ts";
import { withdrawEverywhere } from "./softphone-tokens.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { forgetVoiceTokens, noteVoiceToken } from "./voice-token-store.ts";
import { signVoiceToken } from "./voice-token.ts";

/**
 * This is longer than a token is valid, because a call may begin in the token's last second and
 * restart ICE later.
 */
const RELAY_TTL_S = 12 * 3600;

export interface TokenDeps {
  db: Db;
  phone: { callerNumbers: readonly NamedNumber[] } | null;
  clock: Pick<Clock, "now">;
  services: ServiceSet<TelephonyService>;
  /** Resolves with `true` for a member of at least one station. */
  isMember: (userId: string) => Promise<boolean>;
  log: Pick<Logger, "warn">;
}

interface NamedNumber {
  number: string;
  name: string;
}

/** Fetches the media relays with new credentials, once for each token. */
async function fetchIceServers(
  { log }: TokenDeps,
  { telephony }: TelephonyService,
): Promise<IceServer[]> {
  try {
    return await telephony.iceServers(RELAY_TTL_S);
  } catch (error) {
    // Most browsers reach the exchange without relays, so the token is issued nevertheless.
    log.warn({ err: error }, "media relays unavailable");
    return [];
  }
}

/** Returns the chosen service, by default the first one. */
function chooseService({ services }: TokenDeps, service: string | undefined): TelephonyService {
  const found = service === undefined ? services.first : services.find(service);
  if (found === null) {
    throw new ApiError("no_such_exchange");
  }
  return found;
}

async function buildVoiceGrant(
  db: Db,
  { service, config }: TelephonyService,
  { identity, application }: { identity: string; application: Application },
) {
  const { kind, accountSid, apiKey, apiSecret } = config;
  // Our exchange has no regions.
  const region = kind === "twilio" ? config.region : null;
  const sid = await applicationSid(db, { service, application });
  return { accountSid, apiKey, apiSecret, region, identity, applicationSid: sid };
}

function labelled({ number, name }: NamedNumber) {
  return {
    number,
    label: `${displayNumber(number)} ${name}`,
  };
}

export async function giveVoiceToken(
  deps: TokenDeps,
  { identity, service }: { identity: string; service: string | undefined },
) {
  const at = chooseService(deps, service);
  const grant = await buildVoiceGrant(deps.db, at, { identity, application: "operators" });
  const token = await signVoiceToken({ ...grant, incoming: false }, new Date(deps.clock.now()));
  return { token, iceServers: await fetchIceServers(deps, at) };
}

export async function withdrawVoiceTokens(
  { db, clock, services }: Pick<TokenDeps, "db" | "clock" | "services">,
  identity: string,
): Promise<void> {
  const until = new Date(clock.now());
  await withdrawEverywhere(services, identity);
  await forgetVoiceTokens(db, identity, until);
}

export function registerVoiceTokens(api: Api, deps: TokenDeps): void {
  const { db, clock, phone } = deps;
  api.serve(voiceToken, async ({ user, session, body }) => {
    if (body.identity !== user.id) {
      throw new ApiError("voice_token_foreign");
    }
    // Without this check, a softphone could outlive the person's last membership.
    if (!(await deps.isMember(user.id))) {
      throw new ApiError("member_of_no_station");
    }
    const at = chooseService(deps, body.service);
    const named = { identity: user.id, application: "operators" } as const;
    const grant = { ...(await buildVoiceGrant(db, at, named)), incoming: true };
    const now = new Date(clock.now());
    // The session watch must know the token before the person can use it.
    await noteVoiceToken(db, { sessionId: session.id, userId: user.id, issuedAt: now });
    const token = await signVoiceToken(grant, now);
    return { token, iceServers: await fetchIceServers(deps, at) };
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
    const at = deps.services.first;
    const named = { identity: phoneIdentity(number), application: "phone" } as const;
    const grant = {
      ...(await buildVoiceGrant(db, at, named)),
      incoming: number !== undefined,
    };
    const lines = await readPhoneLines(db);
    return {
      token: await signVoiceToken(grant, new Date(clock.now())),
      iceServers: await fetchIceServers(deps, at),
      lines: lines.map(labelled),
      callerNumbers: phone.callerNumbers.map(labelled),
    };
  });
}
