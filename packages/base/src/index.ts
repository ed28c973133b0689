export { raceAbort, StoppedError, waitForAbort } from "./stopped-error.ts";
export {
  readIpLiteral,
  type AddressLookup,
  type AddressPolicy,
  checkedLookup,
} from "./checked-lookup.ts";
export { backgroundClock, type Clock, sleep, withMonotonicDates, systemClock } from "./clock.ts";
export { escapeHtml } from "./escape-html.ts";
export { hasCode } from "./has-code.ts";
export { Emitter } from "./emitter.ts";
export type { HttpMethod } from "./http-method.ts";
export { notFound, RefusedError } from "./refused-error.ts";
export { isSid, newSid, type SidPrefix } from "./sid.ts";
export { StartError } from "./start-error.ts";
export { type BucketRate, TokenBucket } from "./token-bucket.ts";
export { TokenBuckets } from "./token-buckets.ts";
