import { createSocket, type Socket } from "node:dgram";

import type { Clock } from "@linedesk/base";
import {
  buildAnnouncement,
  buildSessionDescription,
  SAP_ADDRESS,
  SAP_PORT,
  type StreamSession,
} from "./stream-session.ts";

const ANNOUNCE_EVERY_MS = 30_000;

interface SpeakerOptions {
  localAddress: string;
  ttl: number;
}

/** Announces a stream every 30 s, and at the end that it is over. */
export function announceStream(
  session: StreamSession,
  { localAddress, clock }: { localAddress: string; clock: Clock },
): () => void {
  const description = buildSessionDescription(session);
  const options = { localAddress, ttl: session.ttl };
  let socket: Promise<Socket> | null = null;
  let cancel: () => void = () => undefined;
  async function say(isDeletion: boolean): Promise<void> {
    const packet = buildAnnouncement(description, { ...session, isDeletion });
    socket ??= openSpeaker(options);
    const speaking = await socket;
    await new Promise<void>((resolve, reject) => {
      speaking.send(packet, SAP_PORT, SAP_ADDRESS, (error) => {
        if (error === null) {
          resolve();
        } else {
          speaking.close();
          reject(error);
        }
      });
    });
  }
  function announce(): void {
    cancel = clock.after(ANNOUNCE_EVERY_MS, announce);
    void say(false).catch(() => {
      // An address that is not there yet may be there the next time.
      socket = null;
    });
  }
  announce();
  return () => {
    cancel();
    void say(true).then(
      async () => (await socket)?.close(),
      () => undefined,
    );
  };
}

/** Rejects where the address is not the machine's. */
function openSpeaker({ localAddress, ttl }: SpeakerOptions): Promise<Socket> {
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
