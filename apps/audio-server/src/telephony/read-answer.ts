import { isIP } from "node:net";

const MAX_CHARS = 65_536;
const MAX_CANDIDATES = 16;
const FINGERPRINT = /^a=fingerprint:sha-(?:256|384|512) [0-9A-F:]+\s*$/im;

/**
 * Returns the answer with the parts that a call needs: a few literal addresses, without names to
 * look up, and a fingerprint with a hash that cannot be forged.
 */
export function readAnswer(sdp: string): string {
  if (sdp.length > MAX_CHARS) {
    throw new Error("the answer is too long");
  }
  const lines = sdp.split(/\r\n|\n/);
  const fingerprints = lines.filter((line) => line.startsWith("a=fingerprint:"));
  if (fingerprints.length === 0 || !fingerprints.every((line) => FINGERPRINT.test(line))) {
    throw new Error("the answer must have a fingerprint by SHA-256 or stronger, and no weaker one");
  }
  const candidates = new Set(lines.filter(isAddress).slice(0, MAX_CANDIDATES));
  return lines
    .filter((line) => !line.startsWith("a=candidate:") || candidates.has(line))
    .join("\r\n");
}

function isAddress(line: string): boolean {
  const [name = "", , protocol = "", , host = "", port = ""] = line.split(" ");
  const isCandidate = name.startsWith("a=candidate:") && protocol.toLowerCase() === "udp";
  return isCandidate && isIP(host) !== 0 && Number(port) > 0 && Number(port) <= 0xffff;
}
