import { BlockList, isIP, isIPv4 } from "node:net";
import { isDeepStrictEqual } from "node:util";

import { isEmergencyNumber } from "@linedesk/base";
import type { SipAddress } from "@linedesk/sip";
import { listTrunkHosts, reachesSame } from "./list-trunk-hosts.ts";
import type { SipPlan, Trunk } from "./trunk.ts";
import { hasChannel, type TrunkChoice, trunksFor, type TrunkState } from "./trunks-for.ts";

export type TrunkCheck = "registration" | "keep-alive";

export interface TrunkReading extends TrunkState {
  name: string;
  /** The maximum number of concurrent calls; `null` when the trunk has no limit of its own. */
  channels: number | null;
  registrationFailures: number;
}

const KEEP_LEARNT_MS = 3_600_000;
const MAX_LEARNT = 256;

export class TrunkRegistry {
  readonly #configured: SipPlan;
  #plan: SipPlan;
  /** The calls by the trunk's sid, so that the calls of a changed trunk still count. */
  readonly #calls = new Map<string, number>();
  readonly #checks = new WeakMap<Trunk, Map<TrunkCheck, boolean>>();
  readonly #registrationFailures = new WeakMap<Trunk, number>();
  readonly #learnt = new WeakMap<Trunk, Map<string, number>>();
  readonly #routes = new WeakMap<Trunk, readonly string[]>();
  readonly #probed = new Set<Trunk>();
  #networks: { trunk: Trunk; list: BlockList }[];

  constructor(plan: SipPlan) {
    this.#configured = plan;
    this.#plan = plan;
    this.#networks = listNetworks(plan);
  }

  get plan(): SipPlan {
    return this.#plan;
  }

  isConfigured(trunk: Trunk): boolean {
    return this.#configured.trunks.includes(trunk);
  }

  /**
   * Replaces the trunks that were added at run time. A trunk of the configuration takes precedence
   * over an added one with the same sid. A trunk keeps its state unless it now reaches another far
   * end. Calls on a removed trunk continue.
   */
  replaceAdded(trunks: readonly Trunk[]): void {
    const { trunks: configured, isClosed, staysOpen = false } = this.#configured;
    const taken = new Set(configured.map(({ sid }) => sid));
    const added = trunks
      .filter(({ sid }) => !taken.has(sid))
      .map((trunk) => this.#plan.trunks.find((one) => isDeepStrictEqual(one, trunk)) ?? trunk);
    for (const trunk of added) {
      this.#inheritState(trunk);
    }
    this.#plan = {
      ...this.#configured,
      trunks: [...configured, ...added],
      // An unknown sender must not call in, because its call can cause calls on a trunk, which cost
      // money.
      isClosed: isClosed || (added.length > 0 && !staysOpen),
    };
    this.#networks = listNetworks(this.#plan);
  }

  /**
   * Returns the trunks that may carry a call to that number, in the order of the attempts. A
   * requested trunk is the only choice, except for an emergency call.
   */
  choose(number: string, sid: string | null = null): TrunkChoice {
    const isFree = sid === null || isEmergencyNumber(number);
    const trunks = isFree ? this.plan.trunks : this.plan.trunks.filter((one) => isNamed(one, sid));
    return trunksFor(number, trunks, (trunk) => this.readState(trunk));
  }

  has(sid: string): boolean {
    return this.plan.trunks.some((trunk) => isNamed(trunk, sid));
  }

  findBySid(sid: string): Trunk | null {
    return this.plan.trunks.find((trunk) => trunk.sid === sid) ?? null;
  }

  readState(trunk: Trunk): TrunkState {
    return {
      calls: this.#calls.get(trunk.sid) ?? 0,
      isUp: ![...this.readChecks(trunk).values()].includes(false),
    };
  }

  readAll(): TrunkReading[] {
    return this.plan.trunks.map((trunk) => ({
      name: trunk.name,
      channels: trunk.maxCalls,
      ...this.readState(trunk),
      registrationFailures: this.#registrationFailures.get(trunk) ?? 0,
    }));
  }

  readChecks(trunk: Trunk): ReadonlyMap<TrunkCheck, boolean> {
    return this.#checks.get(trunk) ?? new Map<TrunkCheck, boolean>();
  }

  reserveChannel(trunk: Trunk): (() => void) | null {
    const calls = this.#calls.get(trunk.sid) ?? 0;
    return hasChannel(trunk, calls) ? this.occupyChannel(trunk.sid) : null;
  }

  /** Counts a call that already uses the trunk, such as one from before the exchange restarted. */
  occupyChannel(sid: string): () => void {
    this.#calls.set(sid, (this.#calls.get(sid) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (isTaken) {
        this.#releaseChannel(sid);
      }
      isTaken = false;
    };
  }

  #releaseChannel(sid: string): void {
    const left = (this.#calls.get(sid) ?? 1) - 1;
    if (left === 0) {
      this.#calls.delete(sid);
    } else {
      this.#calls.set(sid, left);
    }
  }

  /**
   * Copies what is known about the far end, if the earlier trunk of this sid reaches the same far
   * end.
   */
  #inheritState(trunk: Trunk): void {
    const before = this.findBySid(trunk.sid);
    if (before === null || before === trunk || !reachesSame(before, trunk)) {
      return;
    }
    this.#checks.set(trunk, new Map(this.readChecks(before)));
    this.#learnt.set(trunk, new Map(this.#learnt.get(before)));
    this.#routes.set(trunk, this.listRoutes(before));
    this.#registrationFailures.set(trunk, this.#registrationFailures.get(before) ?? 0);
  }

  /**
   * Returns the authorities that may sign the certificate of that host; `null` means those of the
   * exchange.
   */
  findAuthority(host: string): string | null {
    const isTrunkOfHost = (trunk: Trunk): boolean =>
      listTrunkHosts(trunk).some((one) => one.host === host);
    return [...this.#probed, ...this.plan.trunks].find(isTrunkOfHost)?.authority ?? null;
  }

  /** Uses the authority of a probed trunk until the returned function runs. */
  trustProbed(trunk: Trunk): () => void {
    this.#probed.add(trunk);
    return () => void this.#probed.delete(trunk);
  }

  recordCheck(trunk: Trunk, check: TrunkCheck, isGood: boolean): boolean {
    const wasUp = this.readState(trunk).isUp;
    if (!isGood && check === "registration") {
      const failures = this.#registrationFailures.get(trunk) ?? 0;
      this.#registrationFailures.set(trunk, failures + 1);
    }
    this.#checks.set(trunk, new Map(this.readChecks(trunk)).set(check, isGood));
    return wasUp !== this.readState(trunk).isUp;
  }

  /**
   * Stores the current DNS addresses of the trunk's names. Some names return a few of many
   * addresses in turn, so each address belongs to the trunk for an hour after its last appearance.
   */
  storeAddresses(trunk: Trunk, addresses: readonly SipAddress[], nowMs: number): void {
    const known = this.#learnt.get(trunk) ?? new Map<string, number>();
    for (const { address } of addresses) {
      known.delete(address);
      known.set(address, nowMs);
    }
    for (const [address, atMs] of known) {
      if (nowMs - atMs > KEEP_LEARNT_MS || known.size > MAX_LEARNT) {
        known.delete(address);
      }
    }
    this.#learnt.set(trunk, known);
  }

  storeRoutes(trunk: Trunk, routes: readonly string[]): void {
    this.#routes.set(trunk, routes);
  }

  listRoutes(trunk: Trunk | null): readonly string[] {
    return trunk === null ? [] : (this.#routes.get(trunk) ?? []);
  }

  findBySource(source: string): Trunk | null {
    const address = source.replace(/^::ffff:(?=[0-9.]+$)/, "");
    const known = this.plan.trunks.find((trunk) => this.#learnt.get(trunk)?.has(address));
    if (known !== undefined) {
      return known;
    }
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (isIP(address) === 0) {
      return null;
    }
    return this.#networks.find(({ list }) => list.check(address, family))?.trunk ?? null;
  }

  findByHost(host: string): Trunk | null {
    const wanted = host.toLowerCase();
    const isTrunkOfHost = (trunk: Trunk): boolean =>
      trunk.domain?.toLowerCase() === wanted ||
      trunk.hosts.some((host) => host.host.toLowerCase() === wanted) ||
      this.#learnt.get(trunk)?.has(wanted) === true;
    return this.plan.trunks.find(isTrunkOfHost) ?? null;
  }
}

function listNetworks({ trunks }: SipPlan): { trunk: Trunk; list: BlockList }[] {
  return trunks.map((trunk) => ({ trunk, list: buildSourceNetworks(trunk) }));
}

function isNamed({ sid, byoc }: Trunk, wanted: string): boolean {
  return sid === wanted || byoc === wanted;
}

function buildSourceNetworks(trunk: Trunk): BlockList {
  const list = new BlockList();
  const literal = listTrunkHosts(trunk)
    .map(({ host }) => host)
    .filter((host) => isIP(host) !== 0);
  for (const source of [...trunk.sources, ...literal]) {
    const [address = "", bits] = source.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return list;
}
