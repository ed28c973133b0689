/** The crypto suites that are offered and accepted (RFC 4568 section 6.2), the stronger first. */
export const srtpSuites = ["AES_CM_128_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_32"] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/** A master key of 16 bytes and a master salt of 14, in both suites (RFC 4568 section 6.2). */
export const SRTP_MASTER_BYTES = 30;

/** The key of one side's encryption, as plain data that can be posted to a thread. */
export interface SrtpKey {
  suite: SrtpSuite;
  /** Master key and master salt in base64, in the form of `a=crypto`. */
  inline: string;
}

export interface SrtpKeys {
  ours: SrtpKey;
  theirs: SrtpKey;
}
