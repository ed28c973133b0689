import { randomBytes } from "node:crypto";

import { SRTP_MASTER_BYTES, type SrtpKey, type SrtpSuite, srtpSuites } from "@linedesk/audio";

/**
 * The rule for encrypting the calls of a trunk: always, only if the far end supports it, or never.
 */
export type SrtpPolicy = "required" | "optional" | "off";

/** The policy of one call. `refused` means that keys are required but may not be sent. */
export type KeyPolicy = SrtpPolicy | "refused";

/** One `a=crypto` line (RFC 4568 section 4). */
export interface CryptoLine {
  tag: number;
  key: SrtpKey;
}

/**
 * Returns `null` for unsupported lines: other suites, several keys, keys with an id (MKI), and
 * session parameters that weaken or change the protection. The lifetime of a key is ignored,
 * because it is longer than any call.
 */
export function parseCrypto(value: string): CryptoLine | null {
  const match =
    /^crypto:([0-9]{1,9})\s+(\w+)\s+inline:([A-Za-z0-9+/=]{1,64})(\S*)((?:\s.*)?)$/is.exec(value);
  if (match === null) {
    return null;
  }
  const [, tag, name = "", inline = "", more = "", parameters = ""] = match;
  const suite = srtpSuites.find((one) => one === name.toUpperCase());
  const isWhole = Buffer.from(inline, "base64").length === SRTP_MASTER_BYTES;
  const isPlainKey = /^(?:\|(?:2\^)?[0-9]+)?$/.test(more);
  const isWindowOnly = /^(?:\s+WSH=[0-9]+)*\s*$/i.test(parameters);
  if (suite === undefined || !isWhole || !isPlainKey || !isWindowOnly) {
    return null;
  }
  return { tag: Number(tag), key: { suite, inline } };
}

export function renderCrypto({ tag, key }: CryptoLine): string {
  return `a=crypto:${tag} ${key.suite} inline:${key.inline}`;
}

export function newSrtpKey(suite: SrtpSuite): SrtpKey {
  return { suite, inline: randomBytes(SRTP_MASTER_BYTES).toString("base64") };
}
