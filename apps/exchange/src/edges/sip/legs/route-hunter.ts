import type { Incoming, SipResponse } from "@linedesk/sip";
import { Redirects } from "../dialling/redirects.ts";
import type { Destination } from "../dialling/resolve-route.ts";
import type { SipRouting } from "../dialogs/sip-call-deps.ts";

export interface ReservedDestination {
  destination: Destination;
  freeChannel: () => void;
}

/** The maximum number of destinations that a call tries, including redirects. */
const MAX_ATTEMPTS = 12;

export class RouteHunter {
  readonly #trunks: SipRouting["trunks"];
  readonly #redirects: Redirects;
  readonly #destinations: AsyncGenerator<Destination, undefined>;
  #attempts = 0;

  constructor(routing: SipRouting, destinations: AsyncGenerator<Destination, undefined>) {
    this.#trunks = routing.trunks;
    this.#redirects = new Redirects(routing);
    this.#destinations = destinations;
  }

  async next(): Promise<ReservedDestination | null> {
    while (this.#attempts < MAX_ATTEMPTS) {
      this.#attempts += 1;
      const destination = await this.#redirects.next(this.#destinations);
      if (destination === null) {
        return null;
      }
      const { trunk } = destination;
      const freeChannel = trunk === null ? () => undefined : this.#trunks.reserveChannel(trunk);
      if (freeChannel !== null) {
        return { destination, freeChannel };
      }
    }
    return null;
  }

  hasMore(): Promise<boolean> {
    return this.#redirects.hasMore(this.#destinations);
  }

  redirect(response: Incoming<SipResponse>, from: Destination): boolean {
    return this.#redirects.take(response, from);
  }
}
