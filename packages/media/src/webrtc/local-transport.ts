import { hostCandidates } from "./host-candidates.ts";

/** The ICE and DTLS parameters of one side. */
export interface LocalTransport {
  ufrag: string;
  pwd: string;
  fingerprint: string;
  setup: "active" | "passive" | "actpass";
  candidates: string[];
}

/**
 * Reads the library's own parameters from its description, for the description that the browser
 * gets.
 */
export function readLocalTransport(sdp: string, advertise: readonly string[]): LocalTransport {
  const lines = sdp.split(/\r?\n/);
  function value(name: string): string {
    return lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3) ?? "";
  }
  const setup = value("setup");
  const gathered = lines
    .filter((line) => line.startsWith("a=candidate:"))
    .map((line) => line.slice(2));
  return {
    ufrag: value("ice-ufrag"),
    pwd: value("ice-pwd"),
    fingerprint: value("fingerprint"),
    setup: setup === "active" || setup === "passive" ? setup : "actpass",
    candidates: hostCandidates(gathered, advertise),
  };
}
