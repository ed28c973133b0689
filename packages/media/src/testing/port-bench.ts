import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

import { expect, vi } from "vitest";

import type { RtpEndpoint } from "@linedesk/audio";
import { openRtpPort } from "../rtp/rtp-port.ts";
import { UnheardHosts } from "../rtp/unheard-hosts.ts";

const closing: { close(): void }[] = [];
export const fromSignalled = 1;
export const fromRouter = 2;
export const fromOther = 3;
export const routerHost = "127.0.0.2";
export const polling = { timeout: 10_000, interval: 2 };

/** Closes the ports and sources of a test. */
export function closePorts(): void {
  for (const one of closing.splice(0)) {
    one.close();
  }
}

export async function aSource(host: string, family: "udp4" | "udp6" = "udp4"): Promise<Socket> {
  const socket = createSocket(family);
  socket.bind(0, host);
  await once(socket, "listening");
  closing.push(socket);
  return socket;
}

export async function aPort(
  natHost: string | null = null,
  bindAddress = "127.0.0.1",
  unheardHosts = new UnheardHosts(() => 0),
  wanted: { port?: number } = {},
) {
  const received: number[] = [];
  const learnt: RtpEndpoint[] = [];
  const events = {
    isExpected: (bytes: Uint8Array) => bytes[1] === 0,
    onRtp: (bytes: Uint8Array) => {
      received.push(bytes[2] ?? 0);
      return true;
    },
    onRtcp: () => undefined,
    onLearnt: (at: RtpEndpoint) => void learnt.push(at),
  };
  const port = await openRtpPort({ bindAddress, portRange: null, unheardHosts, ...wanted }, events);
  closing.push(port);
  const signalled = await aSource("127.0.0.1");
  function say(from: Socket, byte: number, payloadType = 0): void {
    from.send(Uint8Array.of(0x80, payloadType, byte), port.endpoint.port, "127.0.0.1");
  }
  const lastReceived = (byte: number) =>
    vi.waitFor(() => expect(received.at(-1)).toBe(byte), polling);
  return {
    port,
    received,
    learnt,
    signalled,
    signal: (at: Socket, host = natHost) =>
      port.connect({ address: at.address().address, port: at.address().port }, { natHost: host }),
    say,
    speak: () => say(signalled, fromSignalled),
    /** Sends a packet after all earlier ones, and waits until it arrives. */
    settle: async (from: Socket, byte: number) => {
      const before = received.length;
      say(from, byte);
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(before), polling);
      await lastReceived(byte);
    },
  };
}

/** Returns the socket that receives the port's packets. */
export async function receiverOf(
  send: (bytes: Uint8Array) => void,
  sockets: Socket[],
): Promise<Socket> {
  const first = Promise.race(
    sockets.map(async (socket) => {
      await once(socket, "message");
      return socket;
    }),
  );
  send(Uint8Array.of(7));
  return first;
}
