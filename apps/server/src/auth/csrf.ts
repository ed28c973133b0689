import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

export const CSRF_HEADER = "x-csrf-token";

/** Derives a key for each purpose, so that a signature for one purpose is invalid for another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `linedesk ${purpose}`, 32));
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(
    createHash("sha256").update(left).digest(),
    createHash("sha256").update(right).digest(),
  );
}

export interface CsrfToken {
  token: string;
  cookie: string;
}

/** Tokens that a page must send with its cookie. Another origin can read neither of the two. */
export class CsrfTokens {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = deriveKey(secret, "csrf");
  }

  create(): CsrfToken {
    const token = randomBytes(32).toString("hex");
    return { token, cookie: `${token}|${this.#hash(token)}` };
  }

  read(cookie: string | undefined): string | null {
    const [token = "", hash = "", ...rest] = (cookie ?? "").split("|");
    if (token === "" || rest.length > 0) {
      return null;
    }
    return isSame(hash, this.#hash(token)) ? token : null;
  }

  isValid(cookie: string | undefined, sent: string | undefined): boolean {
    const token = this.read(cookie);
    return token !== null && sent !== undefined && isSame(token, sent);
  }

  #hash(token: string): string {
    return createHmac("sha256", this.#key).update(token).digest("hex");
  }
}
