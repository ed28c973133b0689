import type { ServiceConfig } from "../config/service-config.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import type { NumberRequest } from "./account-resources.ts";
import { provisionApplication } from "./applications.ts";
import type { DemoPhone } from "./demo-phone.ts";
import { isAsWanted, planNumbers } from "./plan-numbers.ts";
import { provisionStationQueue } from "./station-queue.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { listQueues } from "./telephony-store.ts";

export interface ProvisionerDeps {
  db: Db;
  log: Logger;
  at: TelephonyService;
  phone: DemoPhone | null;
  /** Sends the trunks of the admin area, which the exchange does not store. */
  syncTrunks: (exchange: ServiceConfig) => Promise<void>;
  /** The address of another living server, if each server has its own address. */
  findFallbackBase: () => string | null;
}

/**
 * Keeps the applications, the numbers and the queues of the telephony service as this installation
 * needs them. Each round lists what the service has, so that it also repairs what another server or
 * a person changed there.
 */
export class Provisioner {
  readonly #deps: ProvisionerDeps;
  readonly #reported = new Set<string>();

  constructor(deps: ProvisionerDeps) {
    this.#deps = deps;
  }

  /** Runs in each later round, so that new lines and stations need no restart. */
  provisionMissing(): Promise<void> {
    return this.provisionAll();
  }

  async provisionAll(): Promise<void> {
    const { db, at, syncTrunks } = this.#deps;
    await this.#provisionApplications();
    await syncTrunks(at.config);
    await this.#provisionNumbers();
    const queues = await at.telephony.account.listQueues();
    for (const station of await listQueues(db, at.service)) {
      await provisionStationQueue(this.#deps, queues, station);
    }
  }

  async #provisionApplications(): Promise<void> {
    const { at, phone, findFallbackBase } = this.#deps;
    const { telephony, urls, config } = at;
    const known = await telephony.account.listApplications();
    const statusUrl = urls.status;
    await provisionApplication(this.#deps, known, {
      application: "operators",
      configured: config.appSid,
      ...urls.connectUrls(findFallbackBase()),
      statusUrl,
    });
    if (phone !== null) {
      await provisionApplication(this.#deps, known, {
        application: "phone",
        configured: null,
        voiceUrl: urls.phone,
        fallbackUrl: "",
        statusUrl,
      });
    }
  }

  async #provisionNumbers(): Promise<void> {
    const { telephony, urls } = this.#deps.at;
    const wanted = await this.#listWanted();
    const plan = planNumbers(wanted, await telephony.account.listNumbers(), {
      createsNumbers: telephony.policy.createsNumbers,
      incomingUrl: urls.incoming,
    });
    for (const { sid, request } of plan.writes) {
      const written = await telephony.account.writeNumber(sid, request);
      if (!isAsWanted(written, request, telephony.policy)) {
        this.#reportOnce(request.number, "phone number settings refused by service");
      }
    }
    for (const sid of plan.releases) {
      await telephony.account.releaseNumber(sid);
    }
    for (const number of plan.missing) {
      this.#reportOnce(number, "phone line missing from account");
    }
  }

  /**
   * If a line and the demonstration telephone have the same number, the line gets it only if the
   * line's number is verified.
   */
  async #listWanted(): Promise<NumberRequest[]> {
    const { db, at, phone, findFallbackBase } = this.#deps;
    const { urls } = at;
    const statusUrl = urls.status;
    const { phoneRung: voiceUrl } = urls;
    const phones = (phone?.callerNumbers ?? []).map(({ number, name }): NumberRequest => {
      return { number, name, voiceUrl, fallbackUrl: "", statusUrl, isOwn: true };
    });
    const document = urls.numberUrls(findFallbackBase());
    const lines = (await readLineRecords(db)).map(({ number, name, isOwn }): NumberRequest => {
      return { number, name, ...document, statusUrl, isOwn };
    });
    const own = lines.filter(({ isOwn }) => isOwn);
    const others = lines.filter(({ isOwn }) => !isOwn);
    const byNumber = new Map<string, NumberRequest>();
    for (const request of [...others, ...phones, ...own]) {
      byNumber.set(request.number, request);
    }
    return [...byNumber.values()];
  }

  #reportOnce(number: string, problem: string): void {
    const key = `${problem} ${number}`;
    if (!this.#reported.has(key)) {
      this.#reported.add(key);
      this.#deps.log.warn({ problem, pii: { number } }, "phone number not provisioned");
    }
  }
}
