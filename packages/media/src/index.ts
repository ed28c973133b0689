export { type RunningMedia, startMedia } from "./host/start-media.ts";
export type {
  AudioSource,
  LegId,
  LegStats,
  MediaEvent,
  MediaHealth,
  MediaPort,
  PlaybackEnd,
  PlaybackId,
  RecordingEnd,
  RecordingPlan,
  RoomId,
  UnheardLimit,
} from "./port/media-port.ts";

export { computeChecksum } from "./recording/recording-writer.ts";
export {
  BYTES_PER_FRAME,
  readWavHeader,
  WAV_HEADER_BYTES,
  wavDurationMs,
  wavHeader,
} from "./recording/wav-header.ts";

export { MediaError } from "./media-error.ts";
export { type CheckedFile, type CheckedSound, SoundChecker } from "./sounds/sound-checker.ts";
export { BUILTIN_SOUNDS } from "./sources/builtin-sounds.ts";
export { soundsFolder } from "./sources/sounds-folder.ts";

export { G711Decoder } from "./codecs/codecs.ts";
export { OpusDecoder } from "./codecs/opus-decoder.ts";
export { OpusEncoder } from "./codecs/opus-encoder.ts";
export { OpusLibrary } from "./codecs/opus.ts";
export { OrderedDecoding, type OrderedSound } from "./rtp/ordered-decoding.ts";
