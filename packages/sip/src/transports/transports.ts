import { isIPv6 } from "node:net";

import type { Clock } from "@linedesk/base";
import type { SipAddress, SipTransport } from "../messages/sip-address.ts";
import type { StreamAccess } from "./stream-guard.ts";
import {
  defaultStreamLimits,
  type StreamEvents,
  type StreamLimits,
  StreamTransport,
  type TlsMaterial,
} from "./stream-transport.ts";
import { openUdp, SipListenError } from "./udp-transport.ts";

/**
 * The SIP listeners besides UDP. Outgoing traffic uses any of the three transports if a trunk
 * requests it.
 */
export interface StreamOptions {
  listensTcp: boolean;
  /** The port of TLS; `null` means that TLS does not listen at the start. */
  tlsPort: number | null;
  /** The port of TLS when it begins to listen later, for a trunk. */
  laterTlsPort: number;
  tls: TlsMaterial;
}

/** Only UDP, without a listener for TCP or TLS. */
export const noStreams: StreamOptions = {
  listensTcp: false,
  tlsPort: null,
  laterTlsPort: 0,
  tls: { cert: null, key: null, ca: null },
};

export interface TransportsDeps {
  host: string;
  port: number;
  streams: StreamOptions;
  limits?: Partial<StreamLimits>;
  clock: Clock;
  access: StreamAccess;
  findAuthority: (serverName: string) => string | null;
  events: TransportEvents;
}

export interface TransportEvents extends StreamEvents {
  onError: (error: Error) => void;
}

export interface Transports {
  address: SipAddress;
  /** Returns our port for a transport, or UDP's port if the transport has no listener. */
  portOf: (transport: SipTransport) => number;
  send: (message: Buffer, target: SipAddress) => void;
  disconnect: (address: string) => void;
  /**
   * Begins to listen on a transport that a trunk uses. Has no effect on a transport that already
   * listens, and on TLS without a certificate. Throws SipListenError.
   */
  listenFor: (transport: SipTransport) => Promise<void>;
  /** Uses renewed files for new TLS connections; calls and open connections stay. */
  renewTls: (tls: TlsMaterial) => void;
  close: () => Promise<void>;
}

/** Opens all SIP transports. Throws SipListenError, and then no transport remains open. */
export async function openTransports(deps: TransportsDeps): Promise<Transports> {
  const { host, port: wantedPort, streams, clock, access, findAuthority, events } = deps;
  const { onMessage, onSendError, onError } = events;
  const udp = await openUdp({
    host,
    port: wantedPort,
    onDatagram: onMessage,
    onSendError,
    onError,
  });
  const limits = { ...defaultStreamLimits, ...deps.limits };
  const common = { tls: streams.tls, limits, clock, access, findAuthority, events };
  const tcp = new StreamTransport({ ...common, transport: "tcp" });
  const tls = new StreamTransport({ ...common, transport: "tls" });
  async function close(): Promise<void> {
    await Promise.all([udp.close(), tcp.close(), tls.close()]);
  }
  const ports = { udp: udp.address.port, tcp: udp.address.port, tls: udp.address.port };
  async function listenFor(transport: SipTransport): Promise<void> {
    if (transport === "tcp" && !tcp.isListening) {
      ports.tcp = await listenOnPort(tcp, host, { wantedPort, udpPort: ports.udp });
    } else if (transport === "tls" && !tls.isListening && tls.hasCertificate) {
      ports.tls = await tls.listen(host, streams.tlsPort ?? streams.laterTlsPort);
    }
  }
  try {
    if (streams.listensTcp) {
      await listenFor("tcp");
    }
    if (streams.tlsPort !== null) {
      await listenFor("tls");
    }
  } catch (error) {
    await close();
    throw error;
  }
  function send(message: Buffer, target: SipAddress): void {
    const { transport = "udp" } = target;
    if (transport === "udp") {
      udp.send(message, target);
    } else {
      (transport === "tcp" ? tcp : tls).send(message, target);
    }
  }
  function disconnect(address: string): void {
    [tcp, tls].forEach((stream) => stream.disconnect(address));
  }
  return {
    address: udp.address,
    portOf: (transport) => ports[transport],
    send,
    disconnect,
    listenFor,
    renewTls: (renewed) => tls.renewTls(renewed),
    close,
  };
}

/**
 * TCP uses the same port number as UDP. If that number was chosen at random and another program
 * uses it for TCP, TCP gets a random port too.
 */
async function listenOnPort(
  tcp: StreamTransport,
  host: string,
  { wantedPort, udpPort }: { wantedPort: number; udpPort: number },
): Promise<number> {
  try {
    return await tcp.listen(host, wantedPort || udpPort);
  } catch (error) {
    if (wantedPort !== 0 || !(error instanceof SipListenError)) {
      throw error;
    }
    return await tcp.listen(host, 0);
  }
}

/** Returns the address family that a socket on that host can send to. */
export function ipFamily(host: string): 4 | 6 {
  return isIPv6(host) ? 6 : 4;
}
