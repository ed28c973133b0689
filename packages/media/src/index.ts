export { type AnsweredBy, answerers, type AnswerPlan } from "./amd/answer-state.ts";
export { readOpusParameters, writeOpusParameters } from "./codecs/opus-parameters.ts";
export { startMedia } from "./host/media-thread.ts";
export type { ListeningPlan } from "./listening/utterance-state.ts";
export type {
  AudioCodec,
  AudioSource,
  LegId,
  LegStats,
  ListeningId,
  MediaEvent,
  MediaPort,
  OpusWish,
  PlaybackEnd,
  PlaybackId,
  RecordingEnd,
  RecordingPlan,
  RoomId,
  RtpEndpoint,
  RtpRemote,
} from "./port/media-port.ts";
export { checksumOf } from "./recording/recording-writer.ts";
export { RenditionError, RenditionMaker } from "./recording/rendition-maker.ts";
export { besideOf } from "./recording/rendition.ts";
export {
  bytesPerFrame,
  durationMsOf,
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
