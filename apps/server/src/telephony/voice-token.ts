import { SignJWT } from "jose";

/** The lifetime of a voice token [VD12]. The softphone replaces its token before it expires. */
export const VOICE_TOKEN_TTL_S = 15 * 60;

export interface VoiceGrant {
  accountSid: string;
  apiKey: string;
  apiSecret: string;
  identity: string;
  applicationSid: string;
  incoming: boolean;
  /** Twilio's region that processes the calls of the token; `null` means Twilio's default. */
  region?: string | null;
}

/** Signs a voice access token in Twilio's format with the API key. */
export async function signVoiceToken(grant: VoiceGrant, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    grants: {
      identity: grant.identity,
      voice: {
        incoming: { allow: grant.incoming },
        outgoing: { application_sid: grant.applicationSid },
      },
    },
  })
    .setProtectedHeader({
      alg: "HS256",
      typ: "JWT",
      cty: "twilio-fpa;v=1",
      ...(grant.region === undefined || grant.region === null ? {} : { twr: grant.region }),
    })
    .setJti(`${grant.apiKey}-${issuedAt}`)
    .setIssuer(grant.apiKey)
    .setSubject(grant.accountSid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VOICE_TOKEN_TTL_S)
    .sign(new TextEncoder().encode(grant.apiSecret));
}
