import { SignJWT } from "jose";

import type { AccountConfig } from "../../directory/account-config.ts";

const LIFETIME_S = 3_600;

/** An access token as `twilio.jwt.AccessToken` makes it. */
export async function makeVoiceToken(
  account: AccountConfig,
  { identity, applicationSid }: { identity: string; applicationSid: string },
): Promise<string> {
  const nowS = Math.floor(Date.now() / 1000);
  const voice = { incoming: { allow: true }, outgoing: { application_sid: applicationSid } };
  return await new SignJWT({ jti: `${account.apiKey}-${nowS}`, grants: { identity, voice } })
    .setProtectedHeader({ alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" })
    .setIssuer(account.apiKey)
    .setSubject(account.sid)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + LIFETIME_S)
    .sign(new TextEncoder().encode(account.apiSecret));
}
