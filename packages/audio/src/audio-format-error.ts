export type AudioFormatErrorCode =
  | "wav_malformed"
  | "wav_unsupported"
  | "aiff_malformed"
  | "aiff_unsupported"
  | "rtp_malformed"
  | "rtcp_malformed"
  | "event_malformed"
  | "tone_unknown";

/** Bytes or text from outside have an invalid format. */
export class AudioFormatError extends Error {
  override name = "AudioFormatError";
  readonly code: AudioFormatErrorCode;

  constructor(code: AudioFormatErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
