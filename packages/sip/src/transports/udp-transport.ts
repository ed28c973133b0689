import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";

import type { SipAddress } from "../messages/sip-address.ts";

/** The SIP port is unavailable. */
export class SipListenError extends Error {
  override name = "SipListenError";
  readonly code = "sip_port_unavailable";
  readonly port: number;

  constructor({ host, port }: { host: string; port: number }, cause: Error) {
    super(`SIP cannot listen on ${host}:${port}: ${cause.message}`, { cause });
    this.port = port;
  }
}

export interface UdpTransport {
  address: SipAddress;
  send: (datagram: Buffer, target: SipAddress) => void;
  close: () => Promise<void>;
}

export interface UdpTransportDeps {
  host: string;
  port: number;
  onDatagram: (datagram: Buffer, source: SipAddress) => void;
  onSendError: (target: SipAddress, error: Error) => void;
  onError: (error: Error) => void;
}

/** Opens the UDP socket. Throws SipListenError if the host or the port is unavailable. */
export async function openUdp(parts: UdpTransportDeps): Promise<UdpTransport> {
  const socket = createSocket(isIPv6(parts.host) ? "udp6" : "udp4");
  await bind(socket, parts);
  let isOpen = true;
  socket.on("error", parts.onError);
  socket.on("message", (datagram, from) => {
    // Only forged packets come from port 0; no answer can be sent there.
    if (from.port === 0) {
      return;
    }
    parts.onDatagram(datagram, { address: from.address, port: from.port });
  });
  const { address, port } = socket.address();
  return {
    address: { address, port },
    send: (datagram, target) => {
      if (!isOpen) {
        return;
      }
      socket.send(datagram, target.port, target.address, (error) => {
        if (error !== null && isOpen) {
          parts.onSendError(target, error);
        }
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (!isOpen) {
          return resolve();
        }
        isOpen = false;
        socket.close(() => resolve());
      }),
  };
}

function bind(socket: Socket, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    function fail(cause: Error): void {
      socket.close();
      reject(new SipListenError({ host, port }, cause));
    }
    socket.once("error", fail);
    socket.bind(port, host, () => {
      socket.off("error", fail);
      resolve();
    });
  });
}
