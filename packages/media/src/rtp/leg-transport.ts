/** How a leg's packets leave: a browser's peer or a pair of UDP sockets. */
export interface LegTransport {
  /** False while packets would go nowhere, so that no announcement is lost unheard. */
  readonly isReady: boolean;
  send(packet: Buffer): void;
  sendControl(packet: Uint8Array): void;
  close(): void;
  /** Packets that were not the far end's, where that can be told. */
  readonly rejected?: number;
}
