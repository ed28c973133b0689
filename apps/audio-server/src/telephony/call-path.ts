import type { RTCDtlsTransport, RTCPeerConnection } from "werift";

/** Else werift asks a server of its own choice where this machine is. */
export function askNobody({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    delete connection.stunServer;
  }
}

/** [AS116] An exchange answers a restart with another end of its own, which begins anew. */
export function endEncryption(transport: RTCDtlsTransport | undefined): void {
  if (transport === undefined) {
    return;
  }
  transport.iceTransport.connection.onData.allUnsubscribe();
  delete transport.dtls;
  transport.srtpStarted = false;
  transport.state = "new";
}
