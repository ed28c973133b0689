import type { RTCDtlsTransport, RTCPeerConnection, SrtpSession } from "werift";

import { CallRelay } from "./call-relay.ts";
import { PathGuard } from "./path-guard.ts";
import { proveHandshake } from "./prove-handshake.ts";
import { Connection } from "./rtc-peer-connection.ts";

/** In a call a far end begins one stream, or a few one after the other; werift keeps them all. */
const MAX_STREAMS = 256;

/**
 * Without this function, werift would query a STUN server of its own choice for this machine's
 * address.
 */
export function disableStun({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    delete connection.stunServer;
  }
}

export function secureTransport(transport: RTCDtlsTransport | undefined): PathGuard {
  const connection = transport?.iceTransport.connection;
  if (transport === undefined || !(connection instanceof Connection)) {
    throw new Error("the connection has no network path");
  }
  const takeKeys = transport.updateSrtpSession.bind(transport);
  transport.updateSrtpSession = () => {
    proveHandshake(transport.dtls);
    takeKeys();
    boundStreams(transport.srtp);
  };
  new CallRelay(connection);
  return new PathGuard(connection, () => transport.dtls?.connected === true);
}

/** Limits the number of streams that the far end, which has the call's keys, can begin. */
function boundStreams(srtp: SrtpSession): void {
  const { decrypt } = srtp;
  const streams = new Set<number>();
  srtp.decrypt = (packet) => {
    const stream = packet.readUInt32BE(8);
    if (!streams.has(stream) && streams.size >= MAX_STREAMS) {
      throw new Error("the remote end opened too many streams");
    }
    const decrypted = decrypt(packet);
    streams.add(stream);
    return decrypted;
  };
}

/**
 * Resets DTLS for a new handshake, because the exchange answers an ICE restart with a new DTLS
 * association.
 */
export function resetDtls(transport: RTCDtlsTransport | undefined): void {
  if (transport === undefined) {
    return;
  }
  transport.iceTransport.connection.onData.allUnsubscribe();
  delete transport.dtls;
  transport.srtpStarted = false;
  transport.state = "new";
}
