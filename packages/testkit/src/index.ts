// A station: database, exchange and server.
export { blockThread, inspectableEnvironment } from "./station/block-thread.ts";
export { nodeArguments } from "./station/node-arguments.ts";
export type { PartName } from "./station/running-station.ts";
export { startStation, type Station, type StationOptions } from "./station/start-station.ts";
export { StationError } from "./station/station-error.ts";

// The network between parts, and in front of several servers.
export { Balancer } from "./network/balancer.ts";
export { NetworkLink } from "./network/network-link.ts";

// Telephones that speak SIP and RTP.
export {
  answerCalls,
  type AnsweringListener,
  type AnsweringOptions,
  type CalledListener,
} from "./sip-listener/answer-calls.ts";
export type { ListenerCodec } from "./sip-listener/listener-codec.ts";
export type { ListenerEnd } from "./sip-listener/listener-call.ts";
export { ListenerError } from "./sip-listener/listener-error.ts";
export type { ListenerSound } from "./sip-listener/listener-sound.ts";
export { ring, type RingOptions, type SipListener } from "./sip-listener/ring.ts";
export { isSipReachable } from "./sip-listener/sip-reachable.ts";

// Browsers with the unmodified Voice SDK.
export {
  debianChromium,
  fakeMicrophoneArg,
  headlessChromium,
  toneForEver,
} from "./chromium/debian-chromium.ts";
export type { CallDescription, Report, VoiceClientEvent } from "./voice-client/control.ts";
export { VoiceCall, VoiceClient, VoiceClientError } from "./voice-client/voice-client.ts";
export type { VoiceHost } from "./voice-client/voice-host.ts";
export { voicePageScripts } from "./voice-client/voice-page.ts";

// Measures of sound.
export { SteadyTone } from "./sounds/steady-tone.ts";

// An HTTP client that signs in, and a station under attack.
export { CookieClient } from "./attack/cookie-client.ts";
export { attackStation } from "./attack/attack-station.ts";

// Damaged input, and the resources of a process that receives it.
export {
  damagedJson,
  damagedText,
  forEachConcurrently,
  hostileText,
} from "./hostile/damaged-input.ts";
export { processVitals, type ProcessVitals } from "./hostile/process-vitals.ts";
