import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

import * as z from "zod";

import type { AuthCookie } from "./auth-cookies.ts";
import { deriveKey } from "./csrf.ts";

const ticket = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackUrl: z.string(),
  origin: z.string(),
  startedAt: z.number(),
});

export type SignInTicket = z.output<typeof ticket>;

/** A sign-in that takes longer must start again. */
export const TICKET_LIFETIME_MS = 30 * 60_000;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and decrypts the tickets that the browser stores, so that it can neither read nor change
 * them.
 */
export class SignInTickets {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(secret: string, now: () => number) {
    this.#key = deriveKey(secret, "sign-in");
    this.#now = now;
  }

  seal(value: SignInTicket): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    const sealed = [cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([nonce, ...sealed]).toString("base64url");
  }

  open(sealed: string | undefined): SignInTicket | null {
    const value = this.#decrypt(Buffer.from(sealed ?? "", "base64url"));
    const parsed = ticket.safeParse(value);
    if (!parsed.success) {
      return null;
    }
    return this.#now() - parsed.data.startedAt < TICKET_LIFETIME_MS ? parsed.data : null;
  }

  #decrypt(bytes: Buffer): unknown {
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) {
      return null;
    }
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return JSON.parse(Buffer.concat(text).toString());
    } catch {
      // A ticket that was altered or sealed with another secret counts as no ticket.
      return null;
    }
  }
}

const STATE_PART = 12;

/** Names the cookie of a ticket, so that the callback of each tab finds its own. */
export function cookieOf(state: string): AuthCookie {
  return `signin-${state.replaceAll(/[^\w-]/g, "").slice(0, STATE_PART)}`;
}

const MOST_TICKETS = 5;
/** With a longer ticket, the headers of a request would exceed their limit. */
const MOST_TICKET_LENGTH = 6_000;

/** Returns the cookies of expired tickets, and the oldest cookies beyond the limits. */
export function listSuperfluous(
  known: readonly { cookie: AuthCookie; value: string }[],
  tickets: SignInTickets,
  newLength: number,
): AuthCookie[] {
  const opened = known.map((one) => ({ ...one, at: tickets.open(one.value)?.startedAt ?? -1 }));
  let length = newLength;
  return opened
    .toSorted((a, b) => b.at - a.at)
    .filter(({ at, value }, index) => {
      length += value.length;
      return at < 0 || index >= MOST_TICKETS - 1 || length > MOST_TICKET_LENGTH;
    })
    .map(({ cookie }) => cookie);
}
