export { type AudioEncoder, codecFacts, samplesPerTick } from "../codecs/codec-facts.ts";
export { Codecs } from "../codecs/codecs.ts";
export { OpusLibrary } from "../codecs/opus.ts";
export type { Membership, RecordingId, RecordingPort } from "../port/media-port.ts";
export { RecordingFile } from "../recording/recording-file.ts";
export { RadioServer } from "./radio-server.ts";
export { type WavSummary, readStrictly, sha256, tonesOf } from "./recording-support.ts";
export { RtpPhone } from "./rtp-phone.ts";
export { room, speech, makeTone } from "./spoken-samples.ts";
export {
  parseSessionDescription,
  renderSessionDescription,
} from "../webrtc/session-description.ts";
export type { WebRtcPeer } from "../webrtc/web-rtc-peer.ts";
export { WebRtcPeers } from "../webrtc/web-rtc-peers.ts";
