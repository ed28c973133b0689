import { NoHttpError } from "./sound-response.ts";

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address",
  ENOTFOUND: "the name of the server is unknown",
  EAI_AGAIN: "the name of the server cannot be looked up now",
  ECONNRESET: "the server closed the connection",
  EPIPE: "the server closed the connection",
  EHOSTUNREACH: "the server cannot be reached",
  ENETUNREACH: "the server cannot be reached",
  ETIMEDOUT: "the server does not answer",
};

/** Returns the cause of a failed connection in words. */
export function describeFailure(error: unknown): string {
  if (error instanceof NoHttpError) {
    return error.message;
  }
  // Several addresses of a name fail with one error each.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  const known = failures[code];
  if (known !== undefined) {
    return known;
  }
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return `the certificate of the server is not valid (${code})`;
  }
  if (/^Z_(?:DATA|BUF|NEED)|^ERR_BROTLI|^ERR__ERROR_FORMAT/.test(code)) {
    return "the compressed answer is broken";
  }
  return /^(?:ERR_SSL|EPROTO|ERR_TLS)/.test(code)
    ? "the server does not use TLS as https requires"
    : "no connection";
}
