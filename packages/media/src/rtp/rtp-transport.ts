import type { RtpRemote } from "@linedesk/audio";
import type { UnheardLimit } from "../port/media-port.ts";
import type { LegTransport } from "./leg-transport.ts";
import type { RtpPort } from "./rtp-port.ts";
import type { SrtpProtection } from "./srtp-protection.ts";

export type OpenedPort = Pick<
  RtpPort,
  "endpoint" | "connect" | "limitUnheard" | "tick" | "send" | "sendControl" | "close"
>;

/**
 * The media path of a SIP leg. It is ready when signalling has given the far end's address, except
 * while the far end holds the call.
 */
export class RtpTransport implements LegTransport {
  readonly #port: OpenedPort;
  readonly #protection: SrtpProtection;
  #isReady = false;

  constructor(port: OpenedPort, protection: SrtpProtection) {
    this.#port = port;
    this.#protection = protection;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get rejected(): number {
    return this.#protection.rejected;
  }

  connect(far: Omit<RtpRemote, "codec" | "payloadType" | "telephoneEvent">): void {
    this.#protection.setKeys(far.srtp ?? null);
    const { natHost = null, rtcp = null, learnt = null } = far;
    this.#port.connect(far, { natHost, rtcp, learnt });
    this.#isReady = far.receives ?? true;
  }

  limitUnheard(limit: UnheardLimit): void {
    this.#port.limitUnheard(limit);
  }

  tick(): void {
    this.#port.tick();
  }

  send(packet: Buffer): void {
    this.#port.send(this.#protection.protect(packet));
  }

  sendControl(packet: Uint8Array): void {
    this.#port.sendControl(this.#protection.protectControl(packet));
  }

  close(): void {
    this.#isReady = false;
    this.#port.close();
  }
}
