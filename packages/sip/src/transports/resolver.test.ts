import { describe, expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { CachingResolver, type DnsLookup, type SrvRecord } from "./resolver.ts";

class ScriptedDns implements DnsLookup {
  readonly lookups: string[] = [];
  records: Record<string, SrvRecord[]> = {};
  hosts: Record<string, string[]> = {};

  srv = (name: string): Promise<SrvRecord[]> => {
    this.lookups.push(name);
    const found = this.records[name];
    return found === undefined ? Promise.reject(new Error("NXDOMAIN")) : Promise.resolve(found);
  };

  addresses = (host: string): Promise<string[]> => {
    this.lookups.push(host);
    const found = this.hosts[host];
    return found === undefined ? Promise.reject(new Error("NXDOMAIN")) : Promise.resolve(found);
  };
}

function aResolver(): { dns: ScriptedDns; clock: FakeClock; resolver: CachingResolver } {
  const dns = new ScriptedDns();
  const clock = new FakeClock();
  return { dns, clock, resolver: new CachingResolver(dns, clock, () => 0.5) };
}

describe("[XI29] resolving a host", () => {
  test("needs no DNS for an address", async () => {
    const { dns, resolver } = aResolver();

    expect(await resolver.resolve({ host: "192.0.2.1", port: null }, "tls")).toEqual([
      { address: "192.0.2.1", port: 5061, transport: "tls" },
    ]);
    expect(dns.lookups).toEqual([]);
  });

  test("uses SRV records by priority and weight", async () => {
    const { dns, resolver } = aResolver();
    dns.records["_sip._udp.carrier.net"] = [
      { name: "late", port: 5060, priority: 20, weight: 1 },
      { name: "light", port: 5062, priority: 10, weight: 1 },
      { name: "heavy", port: 5064, priority: 10, weight: 90 },
    ];
    dns.hosts = { late: ["192.0.2.3"], light: ["192.0.2.2"], heavy: ["192.0.2.1"] };

    expect(await resolver.resolve({ host: "carrier.net", port: null }, "udp")).toEqual([
      { address: "192.0.2.1", port: 5064 },
      { address: "192.0.2.2", port: 5062 },
      { address: "192.0.2.3", port: 5060 },
    ]);
  });

  test("queries no SRV records for a host with a port, and addresses for a host without SRV records", async () => {
    const { dns, resolver } = aResolver();
    dns.hosts = { "carrier.net": ["192.0.2.1", "192.0.2.2"] };

    const named = await resolver.resolve({ host: "carrier.net", port: 5070 }, "tcp");
    expect(named.map(({ port }) => port)).toEqual([5070, 5070]);
    expect(dns.lookups).toEqual(["carrier.net"]);
    const plain = await resolver.resolve({ host: "carrier.net", port: null }, "tcp");
    expect(plain[0]).toEqual({ address: "192.0.2.1", port: 5060, transport: "tcp" });
    expect(dns.lookups[1]).toBe("_sip._tcp.carrier.net");
  });

  test("finds no address when DNS does not answer within four seconds", async () => {
    const { dns, clock, resolver } = aResolver();
    dns.addresses = () => new Promise(() => undefined);
    let found: unknown = null;

    void resolver.resolve({ host: "carrier.net", port: 5060 }, "udp").then((all) => (found = all));
    await clock.advance(3_900);
    expect(found).toBeNull();
    await clock.advance(200);

    expect(found).toEqual([]);
  });

  test("is cached for a minute, and a failure for five seconds", async () => {
    const { dns, clock, resolver } = aResolver();
    function ask() {
      return resolver.resolve({ host: "carrier.net", port: 5060 }, "udp");
    }
    const times: number[] = [];

    for (const waitMs of [0, 4000, 2000, 30_000, 31_000]) {
      await clock.advance(waitMs);
      if (times.length === 2) {
        dns.hosts = { "carrier.net": ["192.0.2.1"] };
      }
      await ask();
      times.push(dns.lookups.length);
    }

    expect(times).toEqual([1, 1, 2, 2, 3]);
  });

  test("returns no targets when DNS fails", async () => {
    const { resolver } = aResolver();

    expect(await resolver.resolve({ host: "nowhere.invalid", port: null }, "udp")).toEqual([]);
  });
});
