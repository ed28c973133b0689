export { AudioFormatError, type AudioFormatErrorCode } from "./audio-format-error.ts";
export { BlockResampler } from "./block-resampler.ts";
export { AutomaticGain, type AutomaticGainOptions } from "./automatic-gain.ts";
export { aLaw, g711, muLaw, type G711, type G711Law } from "./g711.ts";
export { DtmfDetector } from "./dtmf-detector.ts";
export { G722Decoder, G722Encoder } from "./g722.ts";
export { dtmfDigit, hearsTone, toneAmplitude, toneShare } from "./goertzel.ts";
export { JitterBuffer, type ArrivedAudio } from "./jitter-buffer.ts";
export { integratedLoudness } from "./loudness.ts";
export { LevelMeter, silenceDbfs } from "./level-meter.ts";
export { addInto, isWithinRange, Limiter, rootMeanSquare } from "./mix.ts";
export { estimateMos } from "./mos.ts";
export { Reception } from "./reception.ts";
export { pureToneHz } from "./pure-tone.ts";
export { resample } from "./resample.ts";
export {
  buildRtcp,
  parseRtcp,
  type ReportBlock,
  type RtcpReport,
  type RtcpToSend,
  type SenderInfo,
} from "./rtcp.ts";
export {
  emptyRtpPacket,
  isRtcp,
  parseRtp,
  readRtp,
  rtpHeaderBytes,
  sequenceDistance,
  timestampDistance,
  writeRtpHeader,
  type RtpHeader,
  type RtpPacket,
} from "./rtp.ts";
export { StreamResampler } from "./stream-resampler.ts";
export {
  digitOfEvent,
  eventOfDigit,
  parseTelephoneEvent,
  telephoneEventBytes,
  TelephoneEventReader,
  writeTelephoneEvent,
  type TelephoneEvent,
} from "./telephone-event.ts";
export { ringToneOf } from "./ring-tones.ts";
export {
  dtmf,
  dtmfFrequenciesHz,
  joinSamples,
  progressCadence,
  silence,
  sine,
  type ProgressTone,
  type SineTone,
} from "./tones.ts";
export { VoiceActivity } from "./voice-activity.ts";
export { WavStreamReader } from "./wav-stream.ts";
export { parseWav, writeWav, type WavAudio } from "./wav.ts";
