import { createHmac } from "node:crypto";

/** A value that is given several times is signed once for each different one, in order. */
type SignedParams = Readonly<Record<string, string | readonly string[]>>;

/**
 * X-Twilio-Signature: HMAC-SHA1 over the url as configured, followed for a form post by every
 * name and its value, sorted by name. For GET the params stand in the url already: pass none.
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
