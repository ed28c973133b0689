import { createSocket, type Socket } from "node:dgram";

import type { Clock } from "@linedesk/base";

const ANNOUNCE_EVERY_MS = 30_000;

interface SocketOptions {
  localAddress: string;
  ttl: number;
}

/**
 * Announces a stream at once and then every 30 s. The returned function withdraws the announcement.
 */
export function announceStream(
  session: StreamSession,
  { localAddress, clock }: { localAddress: string; clock: Clock },
): () => void {
  const description = buildSessionDescription(session);
  const options = { localAddress, ttl: session.ttl };
  let socket: Promise<Socket> | null = null;
  let cancel: () => void = () => undefined;
  async function send(isDeletion: boolean): Promise<void> {
    const packet = buildAnnouncement(description, { ...session, isDeletion });
    socket ??= openSocket(options);
    const opened = await socket;
    await new Promise<void>((resolve, reject) => {
      opened.send(packet, SAP_PORT, SAP_ADDRESS, (error) => {
        if (error === null) {
          resolve();
        } else {
          opened.close();
          reject(error);
        }
      });
    });
  }
  function announce(): void {
    cancel = clock.after(ANNOUNCE_EVERY_MS, announce);
    void send(false).catch(() => {
      // The next attempt opens a new socket, because the local address may exist by then.
      socket = null;
    });
  }
  announce();
  return () => {
    cancel();
    void send(true).then(
      async () => (await socket)?.close(),
      () => undefined,
    );
  };
}

/** Rejects if `localAddress` is not an address of this machine. */
function openSocket({ localAddress, ttl }: SocketOptions): Promise<Socket> {
  const socket = createSocket("udp4");
  const opening = new Promise<Socket>((resolve, reject) => {
    socket.on("error", reject);
    socket.bind(0, localAddress, () => {
      try {
        socket.setMulticastTTL(ttl);
        if (localAddress !== "0.0.0.0") {
          socket.setMulticastInterface(localAddress);
        }
        resolve(socket);
      } catch (error) {
        reject(error as Error);
      }
    });
  });
  opening.catch(() => socket.close());
  return opening;
}

interface StreamSession {
  origin: string;
  sessionId: number;
  name: string;
  address: string;
  port: number;
  ttl: number;
  payloadType: number;
}

/**
 * Builds the session description. It names no reference clock, because the media clock is the
 * machine's own and does not follow PTP.
 */
export function buildSessionDescription(session: StreamSession): string {
  const { origin, sessionId, name, address, port, ttl, payloadType } = session;
  const isMulticast = isMulticastAddress(address);
  return [
    "v=0",
    `o=- ${sessionId} ${sessionId} IN IP4 ${origin}`,
    `s=${name.replaceAll(/[\r\n]/g, " ")}`,
    `c=IN IP4 ${address}${isMulticast ? `/${ttl}` : ""}`,
    "t=0 0",
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} L24/48000/1`,
    "a=ptime:1",
    "a=maxptime:1",
    "a=sendonly",
    "a=mediaclk:sender",
    "",
  ].join("\r\n");
}

export function isMulticastAddress(address: string): boolean {
  const first = Number(address.split(".")[0]);
  return first >= 224 && first <= 239;
}

/** RFC 2974 assigns this address to announcements of administratively scoped sessions. */
export const SAP_ADDRESS = "239.255.255.255";
export const SAP_PORT = 9875;

const VERSION_1 = 0x20;
const DELETION = 0x04;
const HEADER_BYTES = 8;

export function buildAnnouncement(
  description: string,
  { origin, sessionId, isDeletion }: { origin: string; sessionId: number; isDeletion: boolean },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = VERSION_1 | (isDeletion ? DELETION : 0);
  // The hash distinguishes announcements of one origin; 0 is reserved.
  header.writeUInt16BE(sessionId & 0xffff || 1, 2);
  for (const [i, byte] of origin.split(".").entries()) {
    header[4 + i] = Number(byte);
  }
  return Buffer.concat([header, Buffer.from(`application/sdp\0${description}`, "utf8")]);
}
