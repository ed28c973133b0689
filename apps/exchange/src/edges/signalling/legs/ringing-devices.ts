import type { Clock } from "@linedesk/base";
import type { ServerFrame } from "../frames/frames.ts";
import type { ClientLink } from "../presence/client-link.ts";

export type Invite = Extract<ServerFrame, { type: "invite" }>["payload"];

/**
 * The devices that one call rings, all with the same offer. The first answer gets the call. The
 * call keeps ringing for a device whose socket is lost, until the device's reconnect timeout.
 */
export class RingingDevices {
  readonly #links: Set<ClientLink>;
  readonly #clock: Clock;
  readonly #onNoDevices: () => void;
  readonly #declined = new WeakSet<ClientLink>();
  readonly #awaited = new Map<() => void, ClientLink["tokenHash"]>();
  readonly #lost = new Set<ClientLink["tokenHash"]>();
  #invite: Invite | null = null;

  constructor(links: readonly ClientLink[], clock: Clock, onNobody: () => void) {
    this.#links = new Set(links);
    this.#clock = clock;
    this.#onNoDevices = onNobody;
  }

  get isEmpty(): boolean {
    return this.#links.size === 0 && this.#awaited.size === 0;
  }

  wasDisconnected(link: ClientLink): boolean {
    return this.#lost.has(link.tokenHash);
  }

  has(link: ClientLink): boolean {
    return this.#links.has(link);
  }

  mayAnswer(link: ClientLink): boolean {
    return this.has(link) || this.wasDisconnected(link);
  }

  remove(link: ClientLink): boolean {
    return this.#links.delete(link);
  }

  /**
   * Removes only this device, even if it declines on a socket on which it has not registered yet.
   */
  declineDevice(link: ClientLink): void {
    if (this.#declined.has(link)) {
      return;
    }
    this.#declined.add(link);
    if (!this.#links.delete(link)) {
      this.#stopAwaiting(link);
    }
  }

  /** Waits for the return of a device whose socket closed. */
  awaitReturn(link: ClientLink, keepMs: number): void {
    this.#links.delete(link);
    this.#lost.add(link.tokenHash);
    const forget = (): void => {
      cancelTimer();
      this.#awaited.delete(forget);
    };
    const cancelTimer = this.#clock.after(keepMs, () => {
      forget();
      if (this.isEmpty) {
        this.#onNoDevices();
      }
    });
    this.#awaited.set(forget, link.tokenHash);
  }

  /**
   * Rings a device that has returned. The SDK accepts no call that rang while its socket closed, so
   * a `cancel` and a new `invite` replace that call. Returns true when the device rings at once.
   */
  ringReturnedDevice(link: ClientLink): boolean {
    const isWelcome = this.wasDisconnected(link) && !this.#declined.has(link);
    if (!isWelcome || this.#links.has(link)) {
      return false;
    }
    this.#stopAwaiting(link);
    this.#links.add(link);
    if (this.#invite === null) {
      return false;
    }
    sendCancel(link, this.#invite.callsid);
    link.send({ type: "invite", payload: this.#invite });
    return true;
  }

  every(isSo: (link: ClientLink) => boolean): boolean {
    return this.#awaited.size === 0 && this.#links.size > 0 && [...this.#links].every(isSo);
  }

  async invite(payload: Invite): Promise<void> {
    this.#invite = payload;
    const reads = [...this.#links].map((link) => {
      link.send({ type: "invite", payload });
      return link.whenRead();
    });
    await Promise.all(reads);
  }

  cancel(callSid: string): void {
    for (const link of this.#links) {
      sendCancel(link, callSid);
    }
    this.#links.clear();
    for (const forget of this.#awaited.keys()) {
      forget();
    }
  }

  #stopAwaiting({ tokenHash }: ClientLink): void {
    const [forget] = [...this.#awaited].find(([, hash]) => hash === tokenHash) ?? [];
    forget?.();
  }
}

/** An SDK that does not have the call ignores the frame. */
export function sendCancel(link: ClientLink, callSid: string): void {
  link.send({ type: "cancel", payload: { callsid: callSid } });
}
