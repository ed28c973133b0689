export { DigestAuthenticator } from "./digest/digest-authenticator.ts";
export { withCredentials } from "./digest/with-credentials.ts";
export { answerChallenge, type Credentials } from "./digest/digest.ts";
export { formatDtmfInfo, parseDtmfInfo } from "./messages/dtmf-info.ts";
export { type NameAddr, parseNameAddr, renderNameAddr } from "./messages/name-addr.ts";
export { readSipParams, readStirStatus, forwardedHeaders } from "./messages/forwarded-headers.ts";
export {
  ALLOWED_METHODS,
  hasOptionTag,
  SUPPORTED_EXTENSIONS,
  unsupportedOptions,
} from "./messages/option-tags.ts";
export { reasonPhrase } from "./messages/reason-phrase.ts";
export {
  isReliable,
  isSameAddress,
  type SipAddress,
  type SipTransport,
  type SipHost,
} from "./messages/sip-address.ts";
export { SipHeaders } from "./messages/sip-headers.ts";
export {
  formatUriHost,
  formatHostPort,
  readTransport,
  transportParameter,
} from "./messages/sip-host.ts";
export {
  type Incoming,
  makeResponse,
  newToken,
  type ResponseParts,
  serialiseMessage,
  type SipRequest,
  type SipResponse,
  readTag,
} from "./messages/sip-message.ts";
export { parseDatagram } from "./messages/parse-datagram.ts";
export {
  encodeUser,
  parseHostAndPort,
  parseSipUri,
  renderSipUri,
  type SipUri,
} from "./messages/sip-uri.ts";
export { parseParameters, splitOutsideQuotes } from "./messages/split-outside-quotes.ts";
export { readUriHeaders } from "./messages/read-uri-headers.ts";
export { responseTarget } from "./messages/via.ts";
export { MediaEncryption } from "./sdp/media-encryption.ts";
export { sipCodecs } from "./sdp/sip-codecs.ts";
export type { KeyPolicy, SrtpPolicy } from "./sdp/crypto-line.ts";
export {
  type AudioChoice,
  type AudioTerms,
  chooseAudio,
  makeAnswer,
  makeOffer,
} from "./sdp/choose-audio.ts";
export { SdpError } from "./sdp/sdp.ts";
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
  type StreamOptions,
} from "./transports/transports.ts";
