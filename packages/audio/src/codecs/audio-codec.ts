/** The codecs of a call, as RFC 3551 and RFC 7587 spell them. */
export type AudioCodec = "PCMU" | "PCMA" | "G722" | "opus";
