import { createHash, timingSafeEqual } from "node:crypto";

export interface RestCredentials {
  /** The account's own sid and token, and the key that the exchange was started with. */
  account: { sid: string; authToken: string; apiKey: string; apiSecret: string };
  /** The secret of a key that was made by REST; null when there is no such key. */
  findSecret: (keySid: string) => string | null;
}

/** The owner may do everything; a key that REST made everything but what makes it the owner. */
export type Login = "owner" | "key";

/** Basic auth by account sid and token, or by API key and secret; null for a stranger. */
export function authenticate(header: string | undefined, logins: RestCredentials): Login | null {
  const match = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(header ?? "");
  if (match?.[1] === undefined) {
    return null;
  }
  const given = Buffer.from(match[1], "base64").toString("utf8");
  const { account, findSecret: secretOf } = logins;
  const byToken = isSame(given, `${account.sid}:${account.authToken}`);
  const byFirstKey = isSame(given, `${account.apiKey}:${account.apiSecret}`);
  if (byToken || byFirstKey) {
    return "owner";
  }
  const [user = ""] = given.split(":", 1);
  const secret = secretOf(user);
  return secret !== null && isSame(given, `${user}:${secret}`) ? "key" : null;
}

/** Hashing first makes the lengths equal, so that the time says nothing about either. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
