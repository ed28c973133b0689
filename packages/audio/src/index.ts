export { AudioFormatError, type AudioFormatErrorCode } from "./audio-format-error.ts";
export { BlockResampler } from "./resampling/block-resampler.ts";
export { AutomaticGain, type AutomaticGainOptions } from "./mixing/automatic-gain.ts";
export { aLaw, g711, muLaw, type G711, type G711Law } from "./codecs/g711.ts";
export { DtmfDetector } from "./tones/dtmf-detector.ts";
export { G722Decoder, G722Encoder } from "./codecs/g722.ts";
export { dtmfDigit, hasTone, toneAmplitude, toneShare } from "./tones/tone-amplitude.ts";
export { JitterBuffer, type ReceivedAudio } from "./jitter/jitter-buffer.ts";
export { integratedLoudness } from "./levels/loudness.ts";
export { LevelMeter, SILENCE_DBFS } from "./levels/level-meter.ts";
export { addInto, isWithinRange, Limiter, rootMeanSquare } from "./mixing/limiter.ts";
export { estimateMos } from "./rtp/mos.ts";
export { Reception } from "./rtp/reception.ts";
export { pureToneHz } from "./tones/pure-tone.ts";
export { resample } from "./resampling/resample.ts";
export {
  buildRtcp,
  parseRtcp,
  type ReportBlock,
  type RtcpReport,
  type RtcpToSend,
  type SenderInfo,
} from "./rtp/rtcp.ts";
export {
  emptyRtpPacket,
  isRtcp,
  parseRtp,
  readRtp,
  RTP_HEADER_BYTES,
  sequenceDistance,
  timestampDistance,
  writeRtpHeader,
  type RtpHeader,
  type RtpPacket,
} from "./rtp/rtp.ts";
export { StreamResampler } from "./resampling/stream-resampler.ts";
export {
  toDigit,
  toEventCode,
  parseTelephoneEvent,
  TELEPHONE_EVENT_BYTES,
  TelephoneEventReader,
  writeTelephoneEvent,
  type TelephoneEvent,
} from "./rtp/telephone-event.ts";
export { findRingTone } from "./tones/ring-tones.ts";
export {
  dtmf,
  dtmfFrequenciesHz,
  joinSamples,
  progressCadence,
  silence,
  sine,
  type ProgressTone,
  type SineTone,
} from "./tones/tones.ts";
export { VoiceActivity } from "./levels/voice-activity.ts";
export { WavStreamReader } from "./wav/wav-stream.ts";
export { parseWav, writeWav, type WavAudio } from "./wav/wav.ts";
export type { AudioCodec } from "./codecs/audio-codec.ts";
export {
  type OpusOptions,
  readOpusParameters,
  writeOpusParameters,
} from "./rtp/opus-parameters.ts";
export type { RtpEndpoint, RtpRemote } from "./rtp/rtp-remote.ts";
export {
  SRTP_MASTER_BYTES,
  type SrtpKey,
  type SrtpKeys,
  type SrtpSuite,
  srtpSuites,
} from "./rtp/srtp-key.ts";
