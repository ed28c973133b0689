import { createHmac, timingSafeEqual } from "node:crypto";

import { z } from "zod";

import type { Clock } from "@linedesk/base";

/** As long as the longest call that nobody asked to be longer. */
const VALID_S = 14_400;
const MAX_CHARACTERS = 4_000;
/** Tokens of a clock that was set back are still taken. */
const CLOCK_SKEW_S = 60;

const claims = z.object({
  callSid: z.string(),
  from: z.string(),
  to: z.string(),
  iat: z.coerce.number(),
});

/** The call that a token speaks of. */
export type CallTokenClaims = Pick<z.infer<typeof claims>, "callSid" | "from" | "to">;

/**
 * Tokens that let an application show the caller of a call that came in on another call that it
 * makes. Twilio's form: percent-encoded JSON around a JSON Web Token; ours is signed by HMAC.
 */
export class CallTokens {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(secret: string, clock: Clock) {
    // Not the account's secret itself, so that no token of another kind passes for one of these.
    this.#key = createHmac("sha256", secret).update("call-token").digest();
    this.#clock = clock;
  }

  issue({ callSid, from, to }: CallTokenClaims): string {
    const iat = String(Math.floor(this.#clock.now() / 1000));
    const signed = `${encode({ alg: "HS256" })}.${encode({ callSid, from, to, iat })}`;
    const parentCallInfoToken = `${signed}.${this.#sign(signed).toString("base64url")}`;
    return encodeURIComponent(JSON.stringify({ parentCallInfoToken, identityHeaderTokens: [] }));
  }

  /** Null for what is none of ours, and for one that is too old. */
  verify(token: string): CallTokenClaims | null {
    const [head = "", body = "", signature = "", ...more] = extractToken(token).split(".");
    const wanted = this.#sign(`${head}.${body}`);
    const given = Buffer.from(signature, "base64url");
    const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isOurs || more.length > 0) {
      return null;
    }
    const read = claims.safeParse(parseJson(Buffer.from(body, "base64url").toString("utf8")));
    if (!read.success) {
      return null;
    }
    const ageS = this.#clock.now() / 1000 - read.data.iat;
    return ageS > VALID_S || ageS < -CLOCK_SKEW_S ? null : read.data;
  }

  #sign(text: string): Buffer {
    return createHmac("sha256", this.#key).update(text).digest();
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The web token within; applications hand it on as they got it, decoded or not. */
function extractToken(text: string): string {
  if (text.length > MAX_CHARACTERS) {
    return "";
  }
  const outer = z.object({ parentCallInfoToken: z.string() });
  const read = outer.safeParse(parseJson(text.startsWith("%7B") ? decoded(text) : text));
  return read.success ? read.data.parentCallInfoToken : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) {
      return "";
    }
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever is not JSON is no token either.
    return null;
  }
}
