import { createHash, timingSafeEqual } from "node:crypto";

export interface RestCredentials {
  /** The account's own sid and token, and the API key of the exchange's configuration. */
  account: { sid: string; authToken: string; apiKey: string; apiSecret: string };
  /** Returns the secret of a key that REST created; `null` when no such key exists. */
  findSecret: (keySid: string) => string | null;
}

/** The owner may do everything. A key that REST created may do everything except manage keys. */
export type Login = "owner" | "key";

/** Checks Basic auth by account sid and token, or by API key and secret; `null` is a failure. */
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

/** The digests have equal lengths, so the time reveals nothing about either value. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
