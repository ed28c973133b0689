/** Sends a leg's packets: by a browser's peer or a pair of UDP sockets. */
export interface LegTransport {
  /** Is false while packets would be lost, so that an announcement waits. */
  readonly isReady: boolean;
  send(packet: Buffer): void;
  sendControl(packet: Uint8Array): void;
  /** Measures the time in ticks, even while nothing is sent. */
  tick?(): void;
  close(): void;
  /**
   * The number of packets that did not come from the far end, if the transport can distinguish
   * them.
   */
  readonly rejected?: number;
}
