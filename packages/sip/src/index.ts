export { DTMF_INFO_TYPES, formatDtmfInfo, parseDtmfInfo } from "./messages/dtmf-info.ts";
export { forwardedHeaders, readSipParams, readStirStatus } from "./messages/forwarded-headers.ts";
export { type NameAddr, parseNameAddr, renderNameAddr } from "./messages/name-addr.ts";
export {
  ALLOWED_METHODS,
  hasOptionTag,
  SUPPORTED_EXTENSIONS,
  unsupportedOptions,
} from "./messages/option-tags.ts";
export { parseDatagram } from "./messages/parse-datagram.ts";
export { readUriHeaders } from "./messages/read-uri-headers.ts";
export { reasonPhrase } from "./messages/reason-phrase.ts";
export {
  isReliable,
  isSameAddress,
  type SipAddress,
  type SipTransport,
} from "./messages/sip-address.ts";
export { SipHeaders } from "./messages/sip-headers.ts";
export {
  formatHostPort,
  formatUriHost,
  readTransport,
  type SipHost,
  transportParameter,
} from "./messages/sip-host.ts";
export {
  type Incoming,
  makeResponse,
  newToken,
  readTag,
  type ResponseParts,
  serialiseMessage,
  type SipRequest,
  type SipResponse,
} from "./messages/sip-message.ts";
export {
  encodeUser,
  parseHostAndPort,
  parseSipUri,
  renderSipUri,
  type SipUri,
} from "./messages/sip-uri.ts";
export { parseParameters, splitOutsideQuotes } from "./messages/split-outside-quotes.ts";
export { responseTarget } from "./messages/via.ts";

export { DigestAuthenticator } from "./digest/digest-authenticator.ts";
export { answerChallenge, type Credentials } from "./digest/digest.ts";
export { withCredentials } from "./digest/with-credentials.ts";

export {
  type AudioChoice,
  type AudioTerms,
  chooseAnsweredAudio,
  chooseAudio,
  makeAnswer,
  makeOffer,
} from "./sdp/choose-audio.ts";
export type { KeyPolicy, SrtpPolicy } from "./sdp/crypto-line.ts";
export { MediaEncryption } from "./sdp/media-encryption.ts";
export { SdpError } from "./sdp/sdp.ts";
export { formatWarning } from "./messages/format-warning.ts";
export { offeredTypesOf, sipCodecs } from "./sdp/sip-codecs.ts";

export { ClientTransaction, sameCallRequest } from "./transactions/client-transaction.ts";
export { guardedClock } from "./transactions/guarded-clock.ts";
export { ServerTransaction } from "./transactions/server-transaction.ts";
export type { SipLogger } from "./transactions/sip-logger.ts";
export { startRetransmission, T2_MS, TRANSACTION_TIMEOUT_MS } from "./transactions/timers.ts";
export { TransactionLayer } from "./transactions/transaction-layer.ts";

export { addressToward, hostPort } from "./transports/address-toward.ts";
export {
  CachingResolver,
  defaultPort,
  type SipResolver,
  systemDns,
} from "./transports/resolver.ts";
export type { StreamLimits } from "./transports/stream-transport.ts";
export {
  ipFamily,
  noStreams,
  openTransports,
  type Transports,
  type TransportsDeps,
  type StreamOptions,
} from "./transports/transports.ts";
export { SipListenError } from "./transports/udp-transport.ts";
