import { createHmac } from "node:crypto";

/** If a name has several values, each different value is signed once, in sorted order. */
type SignedParams = Readonly<Record<string, string | readonly string[]>>;

/**
 * Computes X-Twilio-Signature: HMAC-SHA1 over the configured URL. For a form POST, each parameter's
 * name and value are appended to the URL, sorted by name. For a GET the parameters are in the URL,
 * so pass none.
 */
export function signRequest(authToken: string, url: string, params: SignedParams = {}): string {
  const names = Object.keys(params).sort();
  const signed = names.flatMap((name) => {
    const values = [params[name] ?? ""].flat();
    return [...new Set(values)].sort().map((value) => name + value);
  });
  return createHmac("sha1", authToken)
    .update(url + signed.join(""), "utf8")
    .digest("base64");
}
