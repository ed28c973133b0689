// The media of all calls: a worker thread behind one port.
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
} from "./port/media-port.ts";

// Recordings on the disk.
export { computeChecksum } from "./recording/recording-writer.ts";
export {
  BYTES_PER_FRAME,
  readWavHeader,
  WAV_HEADER_BYTES,
  wavDurationMs,
  wavHeader,
} from "./recording/wav-header.ts";

// What a sound is like, before anybody hears it.
export { MediaError } from "./media-error.ts";
export { type CheckedSound, SoundChecker } from "./sounds/sound-checker.ts";
// The sounds that ship with the package.
export { BUILTIN_SOUNDS } from "./sources/builtin-sounds.ts";
export { soundsFolder } from "./sources/sounds-folder.ts";

// What the packets of a call are made of, for who sends and receives them without a room.
export { G711Decoder } from "./codecs/codecs.ts";
export { OpusDecoder } from "./codecs/opus-decoder.ts";
export { OpusEncoder } from "./codecs/opus-encoder.ts";
export { OpusLibrary } from "./codecs/opus.ts";
export { OrderedDecoding, type OrderedSound } from "./rtp/ordered-decoding.ts";
