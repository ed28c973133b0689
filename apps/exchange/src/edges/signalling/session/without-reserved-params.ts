type Params = [name: string, value: string][];

/** By these names the exchange tells what it knows itself; a page may not say them [XS77]. */
const RESERVED = new Set([
  "AccountSid",
  "AnsweredBy",
  "ApiVersion",
  "ApplicationSid",
  "CallSid",
  "CallStatus",
  "CallToken",
  "Called",
  "Caller",
  "CallerName",
  "Direction",
  "ForwardedFrom",
  "From",
  "ParentCallSid",
  "StirPassportToken",
  "StirVerstat",
]);
const RESERVED_PATTERNS = /^(?:(?:From|To|Caller|Called)(?:City|State|Zip|Country)|Sip[A-Z]\w*)$/;

/** What a page may say of its call to the application. */
export function withoutReservedParams(params: Params): Params {
  return params.filter(([name]) => !RESERVED.has(name) && !RESERVED_PATTERNS.test(name));
}
