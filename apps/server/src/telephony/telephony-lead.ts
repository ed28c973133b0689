import type { InstanceRegistry } from "../platform/instances/instance-registry.ts";
import type { InstanceTelephony } from "../platform/instances/instance-store.ts";
import type { LeaderLease } from "../platform/instances/leader-lease.ts";
import type { Logger } from "../platform/logger.ts";

export interface TelephonyLeadDeps {
  service: string;
  lease: Pick<LeaderLease, "acquire" | "release" | "isHeld">;
  instances: Pick<InstanceRegistry, "id" | "others" | "noteTelephony">;
  log: Logger;
}

/**
 * Decides which of several servers looks after the telephony service. A server that does not reach
 * the service leaves the lead to one that does.
 */
export class TelephonyLead {
  readonly #deps: TelephonyLeadDeps;
  #leads = false;
  #isYielding = false;

  constructor(deps: TelephonyLeadDeps) {
    this.#deps = deps;
  }

  get leads(): boolean {
    return this.#leads && this.#deps.lease.isHeld;
  }

  /** Identifies this server in the lease. */
  get holder(): string {
    return this.#deps.instances.id;
  }

  /** Is true when another server had an answer of the service within the last two seconds. */
  get isReachedElsewhere(): boolean {
    const { instances, service } = this.#deps;
    return instances.others.some(({ reached }) => reached.includes(service));
  }

  /** Takes or renews the lease. Returns true when this server leads now and did not before. */
  async renew(): Promise<boolean> {
    const { lease, log, service } = this.#deps;
    const led = this.#leads;
    try {
      this.#leads = !(this.#isYielding && this.isReachedElsewhere) && (await lease.acquire());
    } catch (err) {
      // Without the database no server can acquire the lease, so this one leads until its lease
      // ends.
      log.debug({ err }, "telephony lease renewal failed");
      this.#leads = lease.isHeld && led;
    }
    if (led !== this.#leads) {
      log.info({ service, leads: this.#leads }, "telephony lease changed");
    }
    return this.#leads && !led;
  }

  noteReach(telephony: InstanceTelephony): void {
    const { instances, service } = this.#deps;
    instances.noteTelephony(service, telephony);
    this.#isYielding &&= telephony !== "up";
  }

  /** Leaves the lead to another server until this one reaches the service again. */
  async yield(): Promise<void> {
    this.#isYielding = true;
    await this.release();
  }

  async release(): Promise<void> {
    this.#leads = false;
    await this.#deps.lease.release().catch((err: unknown) => {
      this.#deps.log.debug({ err }, "telephony lease release failed");
    });
  }
}
