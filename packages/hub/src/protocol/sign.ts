import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The keys of one Pusher app. `secret` never leaves the server. */
export interface AppKeys {
  appId: string;
  key: string;
  secret: string;
}

export function sign(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

export function md5Hex(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** Compares in constant time, so that the time does not show where the texts differ. */
export function isSameText(left: string, right: string): boolean {
  const a = createHash("sha256").update(left).digest();
  const b = createHash("sha256").update(right).digest();
  return timingSafeEqual(a, b);
}

/** Checks `auth`, which is `key:hex(HMAC-SHA256(secret, text))`. */
export function isAuthFor(keys: AppKeys, auth: string, text: string): boolean {
  return isSameText(auth, `${keys.key}:${sign(keys.secret, text)}`);
}
