import { createSocket } from "node:dgram";

import type { Clock } from "@linedesk/base";
import {
  buildAnnouncement,
  buildSessionDescription,
  SAP_ADDRESS,
  SAP_PORT,
  type StreamSession,
} from "./stream-session.ts";

const ANNOUNCE_EVERY_MS = 30_000;

/** Announces a stream every 30 s, and at the end that it is over. */
export function announceStream(
  session: StreamSession,
  { localAddress, clock }: { localAddress: string; clock: Clock },
): () => void {
  const description = buildSessionDescription(session);
  const socket = createSocket("udp4");
  let cancel: () => void = () => undefined;
  function send(isDeletion: boolean, done: () => void = () => undefined): void {
    const packet = buildAnnouncement(description, { ...session, isDeletion });
    socket.send(packet, SAP_PORT, SAP_ADDRESS, done);
  }
  function announce(): void {
    send(false);
    cancel = clock.after(ANNOUNCE_EVERY_MS, announce);
  }
  // A console that misses an announcement finds the next one.
  socket.on("error", () => undefined);
  socket.bind(0, localAddress, () => {
    socket.setMulticastTTL(session.ttl);
    if (localAddress !== "0.0.0.0") {
      socket.setMulticastInterface(localAddress);
    }
    announce();
  });
  return () => {
    cancel();
    send(true, () => socket.close());
  };
}
