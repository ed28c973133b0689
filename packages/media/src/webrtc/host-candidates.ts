import { isIP, isIPv6 } from "node:net";

/**
 * Selects the gathered candidates for a browser. With `advertise` (behind a router that forwards
 * ports), each of these addresses replaces the local ones, with the same ports.
 */
export function hostCandidates(
  gathered: readonly string[],
  advertise: readonly string[],
): string[] {
  const usable = gathered.filter((line) => isUsable(parseAddress(line)) && / udp /i.test(line));
  if (advertise.length === 0) {
    return usable;
  }
  const ports = new Map(usable.map((line) => [line.split(" ")[5] ?? "", line]));
  return [...ports.values()].flatMap((line, n) =>
    advertise.map((address, i) => {
      const words = line.split(" ");
      words[0] = `candidate:${n * advertise.length + i + 1}`;
      words[4] = address;
      return words.join(" ");
    }),
  );
}

function parseAddress(line: string): string {
  return line.split(" ")[4] ?? "";
}

/** Link-local addresses need a zone, which a browser does not know. */
function isUsable(address: string): boolean {
  return isIP(address) !== 0 && !(isIPv6(address) && /^fe[89ab]/i.test(address));
}
