import { isDeepStrictEqual } from "node:util";

import { formatHostPort, type SipAddress, type SipHost } from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { listTrunkHosts, reachesSame } from "../trunks/list-trunk-hosts.ts";
import { noAnswer, type SipAnswer } from "../trunks/sip-answer.ts";
import type { TrunkCheck } from "../trunks/trunk-registry.ts";
import type { TrunkAccess, TrunkReport, TrunkTest } from "../trunks/trunk-report.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { KeepAlive } from "./keep-alive.ts";
import type { RegistrationStore } from "./registration-file.ts";
import { Registration } from "./registration.ts";
import { queryRegistrar } from "./send-register.ts";
import { inTime, tryHosts } from "./try-hosts.ts";

const LOOK_UP_MS = 60_000;
/** This limit leaves a probe time to unregister before the end of its test. */
const PROBE_MS = 6_000;
const UNBIND_MS = 2_000;

export interface TrunkMonitorOptions {
  store?: RegistrationStore | null;
  /** Is true when the exchange drained before a crash. */
  isDraining?: boolean;
}

export class TrunkMonitor implements TrunkAccess {
  readonly #context: SipRequestDeps;
  readonly #store: RegistrationStore | null;
  readonly #watched = new Map<Trunk, WatchedTrunk>();
  #stopTimer: () => void = () => undefined;
  #isStarted = false;
  #isClosed = false;
  /** While the exchange drains, no trunk is registered. */
  #isDraining: boolean;
  /** Resolves when the trunks are unregistered. */
  #unregistered: Promise<unknown> = Promise.resolve();

  constructor(
    context: SipRequestDeps,
    { store = null, isDraining = false }: TrunkMonitorOptions = {},
  ) {
    this.#context = context;
    this.#store = store;
    this.#isDraining = isDraining;
    for (const trunk of this.#trunks) {
      this.#watched.set(trunk, this.#watch(trunk));
    }
  }

  get #trunks(): readonly Trunk[] {
    return this.#context.routing.trunks.plan.trunks;
  }

  get isIdle(): boolean {
    return [...this.#watched.values()].every(({ registration }) => registration?.isIdle !== false);
  }

  start(): void {
    this.#isStarted = true;
    this.#lookUpAll();
    for (const trunk of this.#trunks) {
      this.#start(trunk);
    }
  }

  replaceAdded(trunks: readonly Trunk[]): void {
    this.#context.routing.trunks.replaceAdded(trunks);
    const leaving = [...this.#watched].filter(([trunk]) => !this.#trunks.includes(trunk));
    const coming = this.#trunks.filter((trunk) => !this.#watched.has(trunk));
    for (const [trunk] of leaving) {
      this.#watched.delete(trunk);
    }
    const beginning = coming.filter((trunk) => !this.#continue(trunk, leaving));
    for (const trunk of beginning) {
      this.#watched.set(trunk, this.#watch(trunk));
      this.#lookUp(trunk);
    }
    // If both trunks have the same registrar, the old one must unregister first, because otherwise
    // it would end the binding of the new one.
    const gone = Promise.all(leaving.map(([, watched]) => closeWatched(watched)));
    void inTime<unknown>(this.#context, gone, { timeoutMs: UNBIND_MS, otherwise: null }).then(
      () => {
        if (this.#isStarted && !this.#isClosed) {
          beginning.forEach((trunk) => this.#start(trunk));
        }
      },
    );
  }

  /** Keeps the registration of a changed trunk that still reaches the same far end. */
  #continue(trunk: Trunk, leaving: [Trunk, WatchedTrunk][]): boolean {
    const at = leaving.findIndex(([one]) => one.sid === trunk.sid && reachesSame(one, trunk));
    const [before] = at === -1 ? [] : leaving.splice(at, 1);
    if (before === undefined) {
      return false;
    }
    const [, watched] = before;
    watched.adopt(trunk);
    this.#watched.set(trunk, watched);
    return true;
  }

  #start(trunk: Trunk): void {
    const watched = this.#watched.get(trunk);
    if (!this.#isDraining) {
      watched?.registration?.start();
    }
    watched?.keepAlive?.start();
  }

  /** Unregisters every trunk until `endDrain`. Carriers then send new calls elsewhere. */
  drain(): void {
    if (this.#isDraining) {
      return;
    }
    this.#isDraining = true;
    const gone = [...this.#watched.values()].flatMap(({ registration }) =>
      registration === null ? [] : [registration.unbind()],
    );
    this.#unregistered = inTime<unknown>(this.#context, Promise.all(gone), {
      timeoutMs: UNBIND_MS,
      otherwise: null,
    });
  }

  /** Registers every trunk again, after the end of an unregistration that is under way. */
  async endDrain(): Promise<void> {
    if (!this.#isDraining) {
      return;
    }
    this.#isDraining = false;
    await this.#unregistered;
    if (this.#isDraining || this.#isClosed) {
      return;
    }
    for (const [trunk, watched] of this.#watched) {
      watched.keepAlive?.close();
      this.#watched.set(trunk, this.#watch(trunk));
      this.#start(trunk);
    }
  }

  handleClosed(remote: SipAddress): void {
    for (const { registration } of this.#watched.values()) {
      registration?.handleClosed(remote);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    for (const watched of this.#watched.values()) {
      void closeWatched(watched);
    }
  }

  list(): TrunkReport[] {
    const { trunks } = this.#context.routing;
    return trunks.plan.trunks.map((trunk) => {
      const checks = trunks.readChecks(trunk);
      return {
        sid: trunk.sid,
        name: trunk.name,
        hosts: trunk.hosts.map(formatHostPort),
        transport: trunk.transport,
        configured: trunks.isConfigured(trunk),
        registered: trunk.registration === null ? null : this.#isRegistered(checks),
        answers: checks.get("keep-alive") ?? null,
        calls: trunks.readState(trunk).calls,
        channels: trunk.maxCalls,
      };
    });
  }

  #isRegistered(checks: ReadonlyMap<TrunkCheck, boolean>): boolean {
    return !this.#isDraining && (checks.get("registration") ?? false);
  }

  /**
   * Tests a trunk in use. Registers it again, unless the exchange drains, and only queries the
   * other registrars.
   */
  async test(sid: string): Promise<TrunkTest | null> {
    const context = this.#context;
    const trunk = context.routing.trunks.findBySid(sid);
    if (trunk === null) {
      return null;
    }
    const registration = this.#watched.get(trunk)?.registration ?? null;
    const current = registration?.registrar ?? null;
    const hosts = await tryHosts(context, trunk, async (registrar) =>
      registration !== null && !this.#isDraining && isDeepStrictEqual(registrar, current)
        ? ((await registration.refresh()).get(formatHostPort(registrar)) ?? noAnswer)
        : queryRegistrar(context, trunk, registrar),
    );
    return { hosts };
  }

  async probe(trunk: Trunk): Promise<TrunkTest> {
    const { trunks } = this.#context.routing;
    const stopTrusting = trunks.trustProbed(trunk);
    try {
      const hosts = await tryHosts(this.#context, trunk, (registrar) =>
        this.#tryRegistrar(trunk, registrar),
      );
      this.#registerAgain(trunk);
      return { hosts };
    } finally {
      stopTrusting();
    }
  }

  /** Registers at one registrar and unregisters. */
  async #tryRegistrar(trunk: Trunk, registrar: SipHost): Promise<SipAnswer> {
    const context = this.#context;
    const { registration: wanted } = trunk;
    const one = wanted === null ? null : { ...wanted, registrars: [registrar] };
    const tried = { ...trunk, registration: one };
    const registration = new Registration({ context, trunk: tried, onChange: () => undefined });
    const answers = registration.refresh();
    const limit = { timeoutMs: PROBE_MS, otherwise: new Map<string, SipAnswer>() };
    const answer = (await inTime(context, answers, limit)).get(formatHostPort(registrar));
    await inTime(context, registration.unbind(), { timeoutMs: UNBIND_MS, otherwise: undefined });
    return answer ?? noAnswer;
  }

  /**
   * Registers again each trunk that uses a probed registrar. The end of the probe has removed the
   * trunk's binding, because all trunks have the same Contact.
   */
  #registerAgain({ registration: probed }: Trunk): void {
    if (this.#isDraining) {
      return;
    }
    const hosts = probed?.registrars.map(({ host }) => host) ?? [];
    for (const { registration } of this.#watched.values()) {
      if (registration !== null && hosts.includes(registration.registrar?.host ?? "")) {
        registration.start();
      }
    }
  }

  #watch(given: Trunk): WatchedTrunk {
    const context = this.#context;
    let trunk = given;
    function noted(check: TrunkCheck) {
      return (isGood: boolean) => {
        if (!context.routing.trunks.recordCheck(trunk, check, isGood)) {
          return;
        }
        if (isGood) {
          context.logger.info({ trunk: trunk.name, check }, "trunk up");
        } else {
          context.logger.warn({ trunk: trunk.name, check }, "trunk down");
        }
      };
    }
    const registration = trunk.registration === null ? null : this.#register(trunk, noted);
    const keepAlive = { context, trunk, onChange: noted("keep-alive") };
    return {
      registration,
      keepAlive: trunk.keepAliveS === null ? null : new KeepAlive(keepAlive, trunk.keepAliveS),
      adopt(changed) {
        trunk = changed;
        registration?.adopt(changed);
      },
    };
  }

  #register(trunk: Trunk, noted: (check: TrunkCheck) => (isGood: boolean) => void): Registration {
    const parts = { context: this.#context, trunk, onChange: noted("registration") };
    const stored = this.#store?.open(trunk.sid);
    return new Registration(stored === undefined ? parts : { ...parts, stored });
  }

  /** Looks up the current addresses of each trunk's hosts, because its calls come from them. */
  #lookUpAll(): void {
    this.#trunks.forEach((trunk) => this.#lookUp(trunk));
    if (!this.#isClosed) {
      this.#stopTimer = this.#context.clock.after(LOOK_UP_MS, () => this.#lookUpAll());
    }
  }

  #lookUp(trunk: Trunk): void {
    const { routing, logger, clock } = this.#context;
    const { trunks, resolver } = routing;
    const found = listTrunkHosts(trunk).map((host) => resolver.resolve(host, trunk.transport));
    Promise.all(found)
      .then((all) => {
        // A failed lookup keeps the earlier addresses.
        if (all.flat().length > 0) {
          trunks.storeAddresses(trunk, all.flat(), clock.elapsedMs());
        }
      })
      .catch((error: unknown) => logger.error({ err: error }, "trunk lookup failed"));
  }
}

interface WatchedTrunk {
  registration: Registration | null;
  keepAlive: KeepAlive | null;
  /** Uses the changed trunk from now on. Its far end must be the same. */
  adopt: (trunk: Trunk) => void;
}

async function closeWatched({ registration, keepAlive }: WatchedTrunk): Promise<void> {
  keepAlive?.close();
  await registration?.unbind();
}
