import { formatHostPort, type SipAddress } from "@linedesk/sip";
import type { SipCallDeps } from "../dialogs/sip-call-deps.ts";
import { listTrunkHosts, type TrunkCheck } from "../trunks/trunk-registry.ts";
import type { TrunkAccess, TrunkReport, TrunkTest } from "../trunks/trunk-report.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { KeepAlive } from "./keep-alive.ts";
import { Registration } from "./registration.ts";

const LOOK_UP_MS = 60_000;

type TrunkMonitorContext = Pick<SipCallDeps, "clock" | "logger" | "signalling" | "routing">;

/** Keeps every trunk registered, asked after and looked up, for as long as the endpoint lives. */
export class TrunkMonitor implements TrunkAccess {
  readonly #context: TrunkMonitorContext;
  readonly #registrations = new Map<Trunk, Registration>();
  readonly #keepAlives: KeepAlive[] = [];
  #stopTimer: () => void = () => undefined;
  #isClosed = false;

  constructor(context: TrunkMonitorContext) {
    this.#context = context;
    for (const trunk of context.routing.trunks.plan.trunks) {
      this.#watch(trunk);
    }
  }

  get isIdle(): boolean {
    return [...this.#registrations.values()].every((registration) => registration.isIdle);
  }

  start(): void {
    this.#lookUp();
    for (const registration of this.#registrations.values()) {
      registration.start();
    }
    for (const keepAlive of this.#keepAlives) {
      keepAlive.start();
    }
  }

  /** A connection is over: trunks that were registered by it could not ring us any more. */
  handleClosed(remote: SipAddress): void {
    for (const registration of this.#registrations.values()) {
      registration.handleClosed(remote);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    for (const keepAlive of this.#keepAlives) {
      keepAlive.close();
    }
    for (const registration of this.#registrations.values()) {
      registration.close();
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
        registered: trunk.registration === null ? null : (checks.get("registration") ?? false),
        answers: checks.get("keep-alive") ?? null,
        calls: trunks.readState(trunk).calls,
      };
    });
  }

  /** Asks the trunk by OPTIONS, and registers anew where we register [AD31]. */
  async test(sid: string): Promise<TrunkTest | null> {
    const context = this.#context;
    const trunk = context.routing.trunks.findBySid(sid);
    if (trunk === null) {
      return null;
    }
    const keepAlive = new KeepAlive({ context, trunk, onChange: () => undefined }, 0);
    const registration = this.#registrations.get(trunk);
    const [answers, status] = await Promise.all([keepAlive.ask(), registration?.refresh()]);
    return { answers, registerStatus: registration === undefined ? null : (status ?? 0) };
  }

  #watch(trunk: Trunk): void {
    const context = this.#context;
    function noted(check: TrunkCheck) {
      return (isGood: boolean) => {
        if (!context.routing.trunks.recordCheck(trunk, check, isGood)) {
          return;
        }
        if (isGood) {
          context.logger.info({ trunk: trunk.name, check }, "a trunk is up");
        } else {
          context.logger.warn({ trunk: trunk.name, check }, "a trunk is down");
        }
      };
    }
    if (trunk.registration !== null) {
      const onChange = noted("registration");
      this.#registrations.set(trunk, new Registration({ context, trunk, onChange }));
    }
    if (trunk.keepAliveS !== null) {
      const parts = { context, trunk, onChange: noted("keep-alive") };
      this.#keepAlives.push(new KeepAlive(parts, trunk.keepAliveS));
    }
  }

  /** Calls are known as a trunk's by the addresses that its hosts have now. */
  #lookUp(): void {
    const { routing, logger, clock } = this.#context;
    const { trunks: lines, resolver } = routing;
    for (const trunk of lines.plan.trunks) {
      const found = listTrunkHosts(trunk).map((host) => resolver.resolve(host, trunk.transport));
      Promise.all(found)
        .then((all) => {
          // A name that cannot be looked up just now still means whom it meant.
          if (all.flat().length > 0) {
            lines.learnAddresses(trunk, all.flat(), clock.elapsedMs());
          }
        })
        .catch((error: unknown) => logger.error({ err: error }, "a trunk was not looked up"));
    }
    if (!this.#isClosed) {
      this.#stopTimer = clock.after(LOOK_UP_MS, () => this.#lookUp());
    }
  }
}
