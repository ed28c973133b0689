export { type AnsweredBy, ANSWERED_BY, type AmdSettings } from "./amd/amd-state.ts";
export { startMedia } from "./host/start-media.ts";
export type { UtteranceOptions } from "./utterances/utterance-state.ts";
export type {
  AudioSource,
  LegId,
  LegStats,
  ListeningId,
  MediaEvent,
  MediaPort,
  PlaybackEnd,
  PlaybackId,
  RecordingEnd,
  RecordingPlan,
  RoomId,
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
export { BUILTIN_SOUNDS } from "./sources/builtin-sounds.ts";
export { soundsFolder } from "./sources/sounds-folder.ts";
