export interface RelayAddress {
  host: string;
  port: number;
  transport: "udp" | "tcp" | "tls";
}

const relayUrl = /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/;
const TURN_PORT = 3_478;
const TURNS_PORT = 5_349;

export function listRelayUrls(setting: string | undefined): string[] {
  return (setting ?? "").split(",").flatMap((url) => (url.trim() === "" ? [] : [url.trim()]));
}

/** Reads `turn:host:port?transport=tcp` (RFC 7065). Throws for another text. */
export function readRelayUrl(url: string): RelayAddress {
  const match = relayUrl.exec(url);
  if (match === null) {
    throw new Error("TURN_URL is not an address such as turn:relay.example.com:3478");
  }
  const [, scheme = "", host = "", port, transport = "udp"] = match;
  const isSecure = scheme === "turns";
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port: port === undefined ? (isSecure ? TURNS_PORT : TURN_PORT) : Number(port),
    transport: isSecure ? "tls" : transport === "tcp" ? "tcp" : "udp",
  };
}
