import type { ServerFrame } from "../frames/frames.ts";
import type { ClientLink } from "../presence/client-link.ts";

type Invite = Extract<ServerFrame, { type: "invite" }>["payload"];

/** The devices that one call rings, all with one offer: the first answer takes it. */
export class RingingDevices {
  readonly #links: Set<ClientLink>;

  constructor(links: readonly ClientLink[]) {
    this.#links = new Set(links);
  }

  get isEmpty(): boolean {
    return this.#links.size === 0;
  }

  has(link: ClientLink): boolean {
    return this.#links.has(link);
  }

  /** False when the device did not ring. */
  remove(link: ClientLink): boolean {
    return this.#links.delete(link);
  }

  /** False when there is none. */
  areAll(isSo: (link: ClientLink) => boolean): boolean {
    return !this.isEmpty && [...this.#links].every(isSo);
  }

  invite(payload: Invite): void {
    for (const link of this.#links) link.send({ type: "invite", payload });
  }

  cancel(callSid: string): void {
    for (const link of this.#links) link.send({ type: "cancel", payload: { callsid: callSid } });
    this.#links.clear();
  }
}
