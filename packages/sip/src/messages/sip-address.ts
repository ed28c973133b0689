/** The address of a message's far end. Without `transport` the transport is UDP. */
export interface SipAddress {
  address: string;
  port: number;
  transport?: SipTransport;
  /** The name that its TLS certificate must have. */
  serverName?: string;
}

/** Returns true when the transport delivers reliably, so that no message is repeated. */
export function isReliable({ transport = "udp" }: SipAddress): boolean {
  return transport !== "udp";
}

export function isSameAddress(one: SipAddress, other: SipAddress): boolean {
  const { transport = "udp" } = one;
  return (
    one.address === other.address &&
    one.port === other.port &&
    transport === (other.transport ?? "udp")
  );
}

export type SipTransport = "udp" | "tcp" | "tls";
