export type MediaErrorCode =
  | "description_malformed"
  | "description_unsupported"
  | "leg_unknown"
  | "leg_exists"
  | "leg_limit"
  | "no_port"
  | "codec_unspoken"
  | "sound_refused"
  /** The address is not a web address. */
  | "sound_address"
  | "sound_unreachable"
  /** No answer came from that address. */
  | "sound_unanswered"
  | "sound_too_large"
  | "sound_unreadable"
  | "media_closed"
  | "media_broken";

/** The error of the media's API. The message names the fault. */
export class MediaError extends Error {
  override name = "MediaError";
  readonly code: MediaErrorCode;

  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
