import { createHash, timingSafeEqual } from "node:crypto";

export interface RestAccount {
  sid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
}

/** Basic auth by account sid and token, or by API key and secret, in constant time [XR2]. */
export function isAuthorised(header: string | undefined, account: RestAccount): boolean {
  const match = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(header ?? "");
  if (match?.[1] === undefined) return false;
  const given = Buffer.from(match[1], "base64").toString("utf8");
  const byToken = isSame(given, `${account.sid}:${account.authToken}`);
  const byKey = isSame(given, `${account.apiKey}:${account.apiSecret}`);
  return byToken || byKey;
}

/** Hashing first makes the lengths equal, so that the time says nothing about either. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
