import { createHash } from "node:crypto";

import { errors, jwtVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";

import { type Clock, VOICE_CODES } from "@linedesk/base";
import type { VoiceCode } from "../frames/voice-errors.ts";
import type { TokenWithdrawals } from "./token-withdrawals.ts";

const MAX_LIFETIME_S = 24 * 60 * 60;
const CONTENT_TYPE = "twilio-fpa;v=1";

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
  iat: z.number().optional(),
  nbf: z.number().optional(),
  grants: z.object({
    identity: z.string().optional(),
    voice: z
      .object({
        incoming: z.object({ allow: z.boolean() }).optional(),
        outgoing: z
          .object({
            application_sid: z.string(),
            params: z.record(z.string(), z.unknown()).optional(),
          })
          .optional(),
      })
      .optional(),
  }),
});

type Claims = z.infer<typeof claimsSchema>;

/** An identity has none of the characters that would break `client:identity` and URIs. */
const IDENTITY = /^[^\p{Cc}\s<>#?%"{}|\\^[\]`]{1,121}$/u;

export interface VoiceAccess {
  /**
   * The identity of the token. An anonymous client has a name that no other client has or can
   * claim.
   */
  identity: string;
  /** Is true when the token has no identity: its client may call, and cannot be called. */
  isAnonymous: boolean;
  keySid: string;
  mayReceive: boolean;
  outgoing: { applicationSid: string; params: [name: string, value: string][] } | null;
  /** Seconds since 1970 according to the token; `null` when it has none. */
  issuedAtS: number | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export type TokenCheck = { ok: true; access: VoiceAccess } | { ok: false; code: VoiceCode };

export interface TokenVerifier {
  /** Never rejects; a bad token resolves with the code of the catalogue. */
  verify(token: string | undefined): Promise<TokenCheck>;
  isRevoked(access: VoiceAccess): boolean;
}

export interface TokenVerifierOptions {
  accountSid: string;
  findSecret: (keySid: string) => string | null;
  withdrawals: Pick<TokenWithdrawals, "has">;
  clock: Clock;
}

function refuse(code: VoiceCode): TokenCheck {
  return { ok: false, code };
}

/** The algorithms of the `twilio` helper library, and no others. */
const ALGORITHMS = ["HS256", "HS384", "HS512"];

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  return {
    async verify(token) {
      if (token === undefined || token === "") {
        return refuse(VOICE_CODES.AUTHORIZATION_TOKEN_MISSING);
      }
      const issuer = readIssuer(token);
      if (issuer === null) {
        return refuse(VOICE_CODES.INVALID_JWT);
      }
      const secret = options.findSecret(issuer);
      if (secret === null) {
        return refuse(VOICE_CODES.NO_VALID_ACCOUNT);
      }
      try {
        const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
          algorithms: ALGORITHMS,
          currentDate: new Date(options.clock.now()),
        });
        return checkClaims(claimsSchema.safeParse(payload), token, options);
      } catch (error) {
        return refuse(toVoiceCode(error));
      }
    },
    isRevoked: ({ keySid }) => options.findSecret(keySid) === null,
  };
}

/**
 * Returns the sid of the key that signed the token according to the token itself. Nothing is
 * verified yet.
 */
function readIssuer(token: string): string | null {
  try {
    const header = decodeProtectedHeader(token);
    if (!ALGORITHMS.includes(header.alg ?? "") || header.cty !== CONTENT_TYPE) {
      return null;
    }
    return decodeJwt(token).iss ?? null;
  } catch {
    // `verify` refuses such a token as malformed.
    return null;
  }
}

function toVoiceCode(error: unknown): VoiceCode {
  if (error instanceof errors.JWTExpired) {
    return VOICE_CODES.JWT_EXPIRED;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return VOICE_CODES.SIGNATURE_VALIDATION_FAILED;
  }
  return VOICE_CODES.INVALID_JWT;
}

function checkClaims(
  parsed: ReturnType<typeof claimsSchema.safeParse>,
  token: string,
  options: TokenVerifierOptions,
): TokenCheck {
  if (!parsed.success) {
    return refuse(VOICE_CODES.INVALID_JWT);
  }
  const claims = parsed.data;
  if (claims.sub !== options.accountSid) {
    return refuse(VOICE_CODES.NO_VALID_ACCOUNT);
  }
  const startS = claims.iat ?? claims.nbf ?? options.clock.now() / 1000;
  if (claims.exp - startS > MAX_LIFETIME_S) {
    return refuse(VOICE_CODES.JWT_EXPIRATION_TOO_LONG);
  }
  if (claims.exp - options.clock.now() / 1000 > MAX_LIFETIME_S) {
    return refuse(VOICE_CODES.JWT_EXPIRATION_TOO_LONG);
  }
  const { identity, voice } = claims.grants;
  if (voice === undefined) {
    return refuse(VOICE_CODES.AUTHENTICATION_FAILED);
  }
  if (identity !== undefined && !IDENTITY.test(identity)) {
    return refuse(VOICE_CODES.INVALID_JWT);
  }
  const access = toVoiceAccess(claims, identity ?? anonymousIdentity(token));
  return options.withdrawals.has(access.identity, access.issuedAtS)
    ? refuse(VOICE_CODES.JWT_EXPIRED)
    : { ok: true, access };
}

/** The name begins with `#`, which is not allowed in an identity, so no token can claim it. */
function anonymousIdentity(token: string): string {
  return `#${createHash("sha256").update(token).digest("base64url")}`;
}

function toVoiceAccess(claims: Claims, identity: string): VoiceAccess {
  const outgoing = claims.grants.voice?.outgoing;
  const isAnonymous = claims.grants.identity === undefined;
  return {
    identity,
    isAnonymous,
    keySid: claims.iss,
    mayReceive: !isAnonymous && (claims.grants.voice?.incoming?.allow ?? false),
    outgoing:
      outgoing === undefined
        ? null
        : {
            applicationSid: outgoing.application_sid,
            params: Object.entries(outgoing.params ?? {}).map(([name, value]) => [
              name,
              typeof value === "string" ? value : JSON.stringify(value),
            ]),
          },
    issuedAtS: claims.iat ?? null,
    expiresAt: claims.exp * 1000,
  };
}
