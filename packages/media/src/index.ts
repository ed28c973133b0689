export { type AnsweredBy, ANSWERED_BY, type AmdSettings } from "./amd/amd-state.ts";
export { readOpusParameters, writeOpusParameters } from "./codecs/opus-parameters.ts";
export { startMedia } from "./host/media-thread.ts";
export type { UtteranceOptions } from "./utterances/utterance-state.ts";
export type {
  AudioCodec,
  AudioSource,
  LegId,
  LegStats,
  ListeningId,
  MediaEvent,
  MediaPort,
  OpusOptions,
  PlaybackEnd,
  PlaybackId,
  RecordingEnd,
  RecordingPlan,
  RoomId,
  RtpEndpoint,
  RtpRemote,
} from "./port/media-port.ts";
export { computeChecksum } from "./recording/recording-writer.ts";
export { RenditionError, RenditionMaker } from "./recording/rendition-maker.ts";
export { partialPath } from "./recording/rendition.ts";
export {
  bytesPerFrame,
  wavDurationMs,
  readWavHeader,
  WAV_HEADER_BYTES,
  wavHeader,
} from "./recording/wav-header.ts";
export {
  MASTER_BYTES,
  type SrtpKey,
  type SrtpKeys,
  type SrtpSuite,
  srtpSuites,
} from "./srtp/srtp-keys.ts";
