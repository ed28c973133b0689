import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

import type { Clock } from "@linedesk/base";
import type { SipAddress, SipTransport } from "../messages/sip-address.ts";
import type { SipHost } from "../messages/sip-host.ts";

export interface SrvRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

/** The two kinds of DNS queries. Both throw if there is no answer. */
export interface DnsLookup {
  srv: (name: string) => Promise<SrvRecord[]>;
  /** Returns addresses of the family that our socket supports. */
  addresses: (host: string) => Promise<string[]>;
}

export interface SipResolver {
  /**
   * Returns the targets in the order in which to try them; none if DNS has no address for the name.
   * Never throws.
   */
  resolve: (destination: SipHost, transport: SipTransport) => Promise<SipAddress[]>;
}

const KEEP_MS = 60_000;
const KEEP_FAILURE_MS = 5_000;
const MAX_ENTRIES = 500;
const MAX_ADDRESSES = 8;
/** A query that takes longer than this counts as one without an answer. */
const QUERY_LIMIT_MS = 4_000;
const srvNames = { udp: "_sip._udp", tcp: "_sip._tcp", tls: "_sips._tcp" } as const;

export function defaultPort(transport: SipTransport): number {
  return transport === "tls" ? 5061 : 5060;
}

interface Entry {
  endsMs: number;
  found: Promise<SipAddress[]>;
}

/**
 * Applies RFC 3263 for a known transport: without a port it queries SRV, otherwise addresses.
 * Results are cached.
 */
export class CachingResolver implements SipResolver {
  readonly #dns: DnsLookup;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(dns: DnsLookup, clock: Clock, random: () => number = Math.random) {
    this.#dns = dns;
    this.#clock = clock;
    this.#random = random;
  }

  resolve(destination: SipHost, transport: SipTransport): Promise<SipAddress[]> {
    const { host, port } = destination;
    if (isIP(host) !== 0) {
      return Promise.resolve([toSipAddress(host, port ?? defaultPort(transport), transport)]);
    }
    const key = `${transport} ${host.toLowerCase()}:${port ?? ""}`;
    const known = this.#entries.get(key);
    if (known !== undefined && this.#clock.elapsedMs() < known.endsMs) {
      return known.found;
    }
    return this.#ask(key, destination, transport);
  }

  #ask(key: string, destination: SipHost, transport: SipTransport): Promise<SipAddress[]> {
    const answer = this.#find(destination, transport).then((found) => {
      if (found.length === 0) {
        entry.endsMs = this.#clock.elapsedMs() + KEEP_FAILURE_MS;
      }
      return found;
    });
    const entry: Entry = { endsMs: this.#clock.elapsedMs() + KEEP_MS, found: answer };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
    return answer;
  }

  async #find({ host, port }: SipHost, transport: SipTransport): Promise<SipAddress[]> {
    if (port !== null) {
      return await this.#addresses(host, port, transport);
    }
    const query = this.#dns.srv(`${srvNames[transport]}.${host}`);
    const records = await this.#answerOf(query);
    const found: SipAddress[] = [];
    for (const { name, port: srvPort } of inOrder(records, this.#random).slice(0, MAX_ADDRESSES)) {
      found.push(...(await this.#addresses(name, srvPort, transport)));
    }
    if (found.length > 0) {
      return found.slice(0, MAX_ADDRESSES);
    }
    return await this.#addresses(host, defaultPort(transport), transport);
  }

  async #addresses(host: string, port: number, transport: SipTransport): Promise<SipAddress[]> {
    const addresses = await this.#answerOf(this.#dns.addresses(host));
    return addresses.slice(0, MAX_ADDRESSES).map((one) => toSipAddress(one, port, transport));
  }

  /** Returns the answer of a query; none if the query fails or takes too long. */
  async #answerOf<One>(query: Promise<One[]>): Promise<One[]> {
    return await new Promise((resolve) => {
      const stopTimer = this.#clock.after(QUERY_LIMIT_MS, () => resolve([]));
      query.then(resolve, () => resolve([])).finally(stopTimer);
    });
  }
}

function toSipAddress(address: string, port: number, transport: SipTransport): SipAddress {
  return transport === "udp" ? { address, port } : { address, port, transport };
}

/**
 * Sorts by priority. Within one priority the order is random, in proportion to weight (RFC 2782).
 */
function inOrder(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const usable = records.filter(({ name, port }) => name !== "" && name !== "." && port > 0);
  const drawn = usable.map((record) => ({
    record,
    lot: record.weight === 0 ? 0 : random() ** (1 / record.weight),
  }));
  drawn.sort((a, b) => a.record.priority - b.record.priority || b.lot - a.lot);
  return drawn.map(({ record }) => record);
}

/** Returns the system's DNS. Addresses can also come from the hosts file. */
export function systemDns(family: 4 | 6): DnsLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return {
    srv: (name) => resolver.resolveSrv(name),
    async addresses(host) {
      const found = await lookup(host, { all: true, family });
      return found.map(({ address }) => address);
    },
  };
}
