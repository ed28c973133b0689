import type { Incoming, SipResponse } from "@linedesk/sip";
import type { Destination } from "../dialling/outbound-routes.ts";
import { Redirects } from "../dialling/redirects.ts";
import type { CallContext } from "../dialogs/call-context.ts";

/** A place that has a channel for the call. */
export interface OpenPlace {
  destination: Destination;
  freeChannel: () => void;
}

/** At how many places a call is tried, redirects included. */
const MAX_ATTEMPTS = 12;

/** The places that a call is tried at, one after the other, with a channel taken at each. */
export class OpenPlaces {
  readonly #lines: CallContext["lines"];
  readonly #redirects: Redirects;
  readonly #destinations: AsyncGenerator<Destination, undefined>;
  #attempts = 0;

  constructor(context: CallContext, destinations: AsyncGenerator<Destination, undefined>) {
    this.#lines = context.lines;
    this.#redirects = new Redirects(context);
    this.#destinations = destinations;
  }

  /** The next one that is not full; null when none is left. */
  async next(): Promise<OpenPlace | null> {
    while (this.#attempts < MAX_ATTEMPTS) {
      this.#attempts += 1;
      const destination = await this.#redirects.next(this.#destinations);
      if (destination === null) {
        return null;
      }
      const { trunk } = destination;
      const freeChannel = trunk === null ? () => undefined : this.#lines.take(trunk);
      if (freeChannel !== null) {
        return { destination, freeChannel };
      }
    }
    return null;
  }

  hasMore(): Promise<boolean> {
    return this.#redirects.hasMore(this.#destinations);
  }

  /** Notes where a 3xx sends the call on to; false when it may not go there. */
  redirect(response: Incoming<SipResponse>, from: Destination): boolean {
    return this.#redirects.take(response, from);
  }
}
