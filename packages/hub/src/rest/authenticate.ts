import type { Clock } from "@linedesk/base";
import { isSameText, md5Hex, sign, type AppKeys } from "../protocol/sign.ts";
import { RestError } from "./rest-error.ts";
import type { RestRequest } from "./rest-request.ts";

export interface Verifier {
  keys: AppKeys;
  clock: Clock;
  timestampWindowMs: number;
}

/** Verifies a signed request: key, version, age, body's MD5 and signature. Throws RestError 401. */
export function authenticate(verifier: Verifier, request: RestRequest): void {
  const { query, body } = request;
  const { keys } = verifier;
  if (query["auth_version"] !== "1.0") {
    throw new RestError(401, "auth_version must be 1.0");
  }
  if (!isSameText(query["auth_key"] ?? "", keys.key)) {
    throw new RestError(401, "Unknown auth_key");
  }
  checkAge(verifier, query["auth_timestamp"] ?? "");
  if (body !== "" && !isSameText(query["body_md5"] ?? "", md5Hex(body))) {
    throw new RestError(401, "body_md5 does not match the body");
  }
  const expected = sign(keys.secret, textToSign(request));
  if (!isSameText(query["auth_signature"] ?? "", expected)) {
    throw new RestError(401, "Invalid signature");
  }
}

function checkAge(verifier: Verifier, timestamp: string): void {
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  const age = Math.abs(verifier.clock.now() - sentAt);
  if (age <= verifier.timestampWindowMs) {
    return;
  }
  const seconds = verifier.timestampWindowMs / 1000;
  throw new RestError(401, `auth_timestamp is not within ${seconds} s of the server's time`);
}

/** The signed text contains the plain values, without URL encoding. */
function textToSign({ method, path, query }: RestRequest): string {
  const pairs = Object.entries(query)
    .filter(([key]) => key !== "auth_signature")
    .map(([key, value]) => [key.toLowerCase(), value] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
  return [method.toUpperCase(), path, pairs.join("&")].join("\n");
}
