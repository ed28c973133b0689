export { backgroundClock, type Clock, sleep, systemClock, withMonotonicDates } from "./clock.ts";

export {
  announceLoaded,
  announceMigration,
  announceReady,
  onPartLoaded,
  onPartMigration,
  onPartReady,
  type PartFacts,
  type ThreadPulse,
} from "./announce-ready.ts";

export { type BucketRate, TokenBucket } from "./token-bucket.ts";
export { TokenBuckets } from "./token-buckets.ts";
export { ReadWatch } from "./read-watch.ts";
export { RenewedFiles } from "./renewed-files.ts";

export { notFound, RefusedError } from "./refused-error.ts";
export { StartError } from "./start-error.ts";
export { raceAbort, StoppedError, waitForAbort } from "./stopped-error.ts";

export {
  type AddressLookup,
  type AddressPolicy,
  checkedLookup,
  readIpLiteral,
} from "./checked-lookup.ts";
export { escapeHtml } from "./escape-html.ts";
export { findFreePort } from "./find-free-port.ts";
export { findNetwork } from "./find-network.ts";
export { isLoopback, isLoopbackName } from "./is-loopback.ts";
export { isPrivateAddress } from "./is-private-address.ts";
export { COSTLY_PREFIXES, findLongestPrefix, isEmergencyNumber } from "./is-emergency-number.ts";
export { hasCode } from "./has-code.ts";
export {
  formatEvent,
  formatLogLine,
  joinLines,
  LOG_FORMATS,
  type LogFormat,
} from "./log-format.ts";
export { LOG_LEVELS, type LogLevel } from "./log-levels.ts";
export { HTTP_METHODS, type HttpMethod } from "./http-method.ts";
export { refuseExpectations } from "./expectation.ts";
export { refuseUpgrade } from "./refuse-upgrade.ts";
export { fastifyTimeouts, HTTP_TIMEOUTS, type HttpTimeouts } from "./http-timeouts.ts";
export { type Edges, findEdgeName, parseEdges } from "./parse-edges.ts";
export { readNumberRanges } from "./read-number-ranges.ts";
export { deriveRehearsalPassword, REHEARSAL_NUMBERS } from "./rehearsal-numbers.ts";
export { isSid, newSid, type SidPrefix } from "./sid.ts";
export { endAfterLongBody, hasLongBody } from "./long-body.ts";
export { LOOP_SAMPLE_MS } from "./loop-sample.ts";
export { findRootFolder, readProgramSum } from "./root-folder.ts";
export {
  createAddressPolicy,
  createPortPolicy,
  createUrlPolicy,
  type UrlPolicy,
} from "./url-policy.ts";

export { Emitter } from "./emitter.ts";

export { TWILIO_CODES, type TwilioCode, VOICE_CODES } from "./twilio-codes.ts";
