/** The codecs of a call, as RFC 3551 and RFC 7587 spell them. */
export const AUDIO_CODECS = ["PCMU", "PCMA", "G722", "opus"] as const;
export type AudioCodec = (typeof AUDIO_CODECS)[number];
