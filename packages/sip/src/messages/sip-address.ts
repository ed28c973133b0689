/** The far end of a message; UDP unless it says otherwise. */
export interface SipAddress {
  address: string;
  port: number;
  transport?: SipTransport;
  /** The name that its TLS certificate must bear. */
  serverName?: string;
}

/** Whether it arrives by itself, so that nothing need be sent again. */
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
