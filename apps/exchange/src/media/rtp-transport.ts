import type { LegTransport } from "./media-leg.ts";
import type { RtpRemote } from "./media-port.ts";
import type { RtpPort } from "./rtp-port.ts";

/** What a leg needs of its port. */
export type OpenedPort = Pick<RtpPort, "endpoint" | "connect" | "send" | "sendControl" | "close">;

/** A SIP leg's media path; ready from the moment the far end is signalled, but while it holds. */
export class RtpTransport implements LegTransport {
  readonly #port: OpenedPort;
  #isReady = false;

  constructor(port: OpenedPort) {
    this.#port = port;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  connect(far: Pick<RtpRemote, "address" | "port" | "receives">): void {
    this.#port.connect(far);
    this.#isReady = far.receives ?? true;
  }

  send(packet: Buffer): void {
    this.#port.send(packet);
  }

  sendControl(packet: Uint8Array): void {
    this.#port.sendControl(packet);
  }

  close(): void {
    this.#isReady = false;
    this.#port.close();
  }
}
