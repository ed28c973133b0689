import { hostCandidates } from "./host-candidates.ts";

/** What one side tells the other of its ICE and DTLS. */
export interface LocalTransport {
  ufrag: string;
  pwd: string;
  fingerprint: string;
  setup: "active" | "passive" | "actpass";
  candidates: string[];
}

/** What the library says of itself in its description, as a browser is to be told it. */
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
