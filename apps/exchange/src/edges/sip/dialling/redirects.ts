import {
  formatUriHost,
  type Incoming,
  parseNameAddr,
  parseSipUri,
  type SipResponse,
  type SipUri,
} from "@linedesk/sip";
import type { SipRouting } from "../dialogs/sip-call-deps.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { type Destination, iterateDestinations } from "./resolve-route.ts";

const MAX_REDIRECTS = 5;
const MAX_CONTACTS = 5;

export class Redirects {
  readonly #routing: SipRouting;
  readonly #seen = new Set<string>();
  readonly #sources: AsyncGenerator<Destination, undefined>[] = [];
  #peeked: Destination | null = null;
  #taken = 0;

  constructor(routing: SipRouting) {
    this.#routing = routing;
  }

  take(response: Incoming<SipResponse>, from: Destination): boolean {
    if (this.#taken >= MAX_REDIRECTS) {
      return false;
    }
    const targets = readContacts(response).filter((uri) => this.#isFollowed(uri));
    if (targets.length === 0) {
      return false;
    }
    this.#taken += 1;
    const found = targets.map((uri) => {
      const trunk = this.#trunkOf(uri, from);
      return iterateDestinations({ type: "uri", uri, trunk }, this.#routing);
    });
    this.#sources.unshift(...found);
    return true;
  }

  async next(others: AsyncGenerator<Destination, undefined>): Promise<Destination | null> {
    const peeked = this.#peeked;
    this.#peeked = null;
    // A destination that `hasMore` has found waits until the targets of all redirects are tried.
    if (peeked !== null && this.#sources.length === 0) {
      return peeked;
    }
    while (this.#sources.length > 0) {
      const result = await this.#sources[0]?.next();
      if (result !== undefined && result.done !== true) {
        this.#peeked = peeked;
        return result.value;
      }
      this.#sources.shift();
    }
    if (peeked !== null) {
      return peeked;
    }
    const result = await others.next();
    return result.done === true ? null : result.value;
  }

  async hasMore(others: AsyncGenerator<Destination, undefined>): Promise<boolean> {
    this.#peeked ??= await this.next(others);
    return this.#peeked !== null;
  }

  /** Follows each address once, and a number only when the dialling rules allow it. */
  #isFollowed(uri: SipUri): boolean {
    const key = `${uri.user}@${uri.host.toLowerCase()}:${uri.port ?? ""}`;
    if (this.#seen.has(key)) {
      return false;
    }
    this.#seen.add(key);
    return (
      this.#routing.mayDial(uri.user, this.#routing.trunks.findByHost(formatUriHost(uri))) === null
    );
  }

  /**
   * A target at the trunk that redirects keeps the trunk's credentials. Any other target gets none.
   */
  #trunkOf(uri: SipUri, from: Destination): Trunk | null {
    return this.#routing.trunks.findByHost(formatUriHost(uri)) === from.trunk ? from.trunk : null;
  }
}

function readContacts(response: Incoming<SipResponse>): SipUri[] {
  const contacts = response.headers.all("Contact").flatMap((text) => {
    const contact = parseNameAddr(text);
    const uri = contact === null ? null : parseSipUri(contact.uri);
    if (contact === null || uri === null || uri.scheme === "tel") {
      return [];
    }
    return [{ uri, q: Number(contact.parameters.get("q") ?? 1) || 0 }];
  });
  contacts.sort((a, b) => b.q - a.q);
  return contacts.slice(0, MAX_CONTACTS).map(({ uri }) => uri);
}
