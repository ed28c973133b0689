export { AudioFormatError, type AudioFormatErrorCode } from "./audio-format-error.ts";
export { AUDIO_CODECS, type AudioCodec } from "./codecs/audio-codec.ts";
export { aLaw, g711, type G711, type G711Law, muLaw } from "./codecs/g711.ts";
export { G722Decoder, G722Encoder } from "./codecs/g722.ts";

export { estimateMos } from "./rtp/mos.ts";
export {
  type OpusOptions,
  readOpusParameters,
  writeOpusParameters,
} from "./rtp/opus-parameters.ts";
export { Reception } from "./rtp/reception.ts";
export {
  buildRtcp,
  parseRtcp,
  type ReportBlock,
  type RtcpReport,
  type RtcpToSend,
  type SenderInfo,
} from "./rtp/rtcp.ts";
export type { OfferedTypes, RtpEndpoint, RtpRemote } from "./rtp/rtp-remote.ts";
export {
  emptyRtpPacket,
  isRtcp,
  parseRtp,
  readRtp,
  RTP_HEADER_BYTES,
  type RtpHeader,
  type RtpPacket,
  sequenceDistance,
  timestampDistance,
  writeRtpHeader,
} from "./rtp/rtp.ts";
export {
  SRTP_MASTER_BYTES,
  type SrtpKey,
  type SrtpKeys,
  type SrtpSuite,
  srtpSuites,
} from "./rtp/srtp-key.ts";
export {
  parseTelephoneEvent,
  TELEPHONE_EVENT_BYTES,
  type TelephoneEvent,
  TelephoneEventReader,
  toDigit,
  toEventCode,
  writeTelephoneEvent,
} from "./rtp/telephone-event.ts";

export { Concealment } from "./jitter/concealment.ts";
export { JitterBuffer, type ReceivedAudio } from "./jitter/jitter-buffer.ts";

export { LevelMeter, SILENCE_DBFS } from "./levels/level-meter.ts";
export { integratedLoudness } from "./levels/loudness.ts";
export { VoiceActivity } from "./levels/voice-activity.ts";

export { AutomaticGain, type AutomaticGainOptions } from "./mixing/automatic-gain.ts";
export { addInto, isWithinRange, Limiter, rootMeanSquare } from "./mixing/limiter.ts";

export { BlockResampler } from "./resampling/block-resampler.ts";
export { resample } from "./resampling/resample.ts";
export { StreamResampler } from "./resampling/stream-resampler.ts";

export { DtmfDetector } from "./tones/dtmf-detector.ts";
export { dtmfDigit, hasTone, toneAmplitude, toneShare } from "./tones/tone-amplitude.ts";
export {
  dtmf,
  dtmfFrequenciesHz,
  joinSamples,
  ringbackCadence,
  silence,
  sine,
  type SineTone,
} from "./tones/tones.ts";

export { parseAiff } from "./wav/aiff.ts";
export { trimWav, WavDataReader } from "./wav/wav-data.ts";
export { isMpegFormat, type WavFormat } from "./wav/wav-format.ts";
export { WavSampleReader } from "./wav/wav-sample-reader.ts";
export { parseWav, writeWav } from "./wav/wav.ts";
export type { WavAudio } from "./wav/read-samples.ts";
