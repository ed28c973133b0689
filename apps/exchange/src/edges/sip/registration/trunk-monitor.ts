import { formatHostPort, type SipAddress } from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { listTrunkHosts, type TrunkCheck } from "../trunks/trunk-registry.ts";
import type { TrunkAccess, TrunkReport, TrunkTest } from "../trunks/trunk-report.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { KeepAlive } from "./keep-alive.ts";
import { Registration } from "./registration.ts";

const LOOK_UP_MS = 60_000;
/** The maximum time of a probe. It is short, because a person waits for the result. */
const PROBE_MS = 8_000;
const UNBIND_MS = 2_000;

export class TrunkMonitor implements TrunkAccess {
  readonly #context: SipRequestDeps;
  readonly #watched = new Map<Trunk, WatchedTrunk>();
  #stopTimer: () => void = () => undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(context: SipRequestDeps) {
    this.#context = context;
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
    for (const trunk of coming) {
      this.#watched.set(trunk, this.#watch(trunk));
      this.#lookUp(trunk);
    }
    // If both trunks have the same registrar, the old one must unregister first, because otherwise
    // it would end the binding of the new one.
    const gone = Promise.all(leaving.map(([, watched]) => closeWatched(watched)));
    void this.#inTime(gone, UNBIND_MS, null).then(() => {
      if (this.#isStarted && !this.#isClosed) {
        coming.forEach((trunk) => this.#start(trunk));
      }
    });
  }

  #start(trunk: Trunk): void {
    const watched = this.#watched.get(trunk);
    watched?.registration?.start();
    watched?.keepAlive?.start();
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
        registered: trunk.registration === null ? null : (checks.get("registration") ?? false),
        answers: checks.get("keep-alive") ?? null,
        calls: trunks.readState(trunk).calls,
      };
    });
  }

  async test(sid: string): Promise<TrunkTest | null> {
    const context = this.#context;
    const trunk = context.routing.trunks.findBySid(sid);
    if (trunk === null) {
      return null;
    }
    const keepAlive = new KeepAlive({ context, trunk, onChange: () => undefined }, 0);
    const registration = this.#watched.get(trunk)?.registration ?? null;
    const [answers, status] = await Promise.all([keepAlive.ask(), registration?.refresh()]);
    return { answers, registerStatus: registration === null ? null : (status ?? 0) };
  }

  async probe(trunk: Trunk): Promise<TrunkTest> {
    const parts = { context: this.#context, trunk, onChange: () => undefined };
    const keepAlive = new KeepAlive(parts, 0);
    const registration = trunk.registration === null ? null : new Registration(parts);
    const [answers, status] = await Promise.all([
      this.#inTime(keepAlive.ask(), PROBE_MS, false),
      registration === null ? null : this.#inTime(registration.refresh(), PROBE_MS, null),
    ]);
    await this.#inTime(closeWatched({ keepAlive, registration }), UNBIND_MS, undefined);
    this.#registerAgain(trunk);
    return { answers, registerStatus: registration === null ? null : (status ?? 0) };
  }

  /**
   * Registers again each trunk that uses the probed registrar. The end of the probe has removed the
   * trunk's binding, because all trunks have the same Contact.
   */
  #registerAgain({ registration: probed }: Trunk): void {
    for (const [{ registration }, watched] of this.#watched) {
      if (probed !== null && registration?.registrar.host === probed.registrar.host) {
        watched.registration?.start();
      }
    }
  }

  #inTime<T>(answer: Promise<T>, timeoutMs: number, otherwise: T): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.#context.clock.after(timeoutMs, () => resolve(otherwise));
      void answer.then(resolve, reject).finally(stop);
    });
  }

  #watch(trunk: Trunk): WatchedTrunk {
    const context = this.#context;
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
    const registration = { context, trunk, onChange: noted("registration") };
    const keepAlive = { context, trunk, onChange: noted("keep-alive") };
    return {
      registration: trunk.registration === null ? null : new Registration(registration),
      keepAlive: trunk.keepAliveS === null ? null : new KeepAlive(keepAlive, trunk.keepAliveS),
    };
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
    const { trunks: lines, resolver } = routing;
    const found = listTrunkHosts(trunk).map((host) => resolver.resolve(host, trunk.transport));
    Promise.all(found)
      .then((all) => {
        // A failed lookup keeps the earlier addresses.
        if (all.flat().length > 0) {
          lines.storeAddresses(trunk, all.flat(), clock.elapsedMs());
        }
      })
      .catch((error: unknown) => logger.error({ err: error }, "trunk lookup failed"));
  }
}

interface WatchedTrunk {
  registration: Registration | null;
  keepAlive: KeepAlive | null;
}

async function closeWatched({ registration, keepAlive }: WatchedTrunk): Promise<void> {
  keepAlive?.close();
  await registration?.unbind();
}
