import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import { provisionApplication } from "./applications.ts";
import type { DemoPhone } from "./demo-phone.ts";
import { provisionQueue } from "./station-queue.ts";
import { listQueues } from "./telephony-store.ts";
import type { Provisioning } from "./telephony.ts";
import type { VoiceUrls } from "./voice-urls.ts";

export interface ProvisionDeps {
  db: Db;
  log: Logger;
  telephony: Provisioning;
  urls: VoiceUrls;
  /** The operators' application, if the configuration names it. */
  appSid: string | null;
  phone: DemoPhone | null;
  /** Sends the trunks of the admin area, which the exchange does not store. */
  syncTrunks: () => Promise<void>;
}

/**
 * Sets up the telephony service: both applications, each phone line's number and each station's
 * queue. It remembers what the service has, so that only a change costs a request.
 */
export class Provisioner {
  readonly #deps: ProvisionDeps;
  readonly #queues = new Set<string>();
  /**
   * Each line by its id, with the state that the service has. A line that has changed is set up
   * again.
   */
  readonly #lines = new Map<string, string>();
  /** The numbers of lines in the last round; `null` before the first. */
  #numbers: ReadonlySet<string> | null = null;
  readonly #missing = new Set<string>();

  constructor(deps: ProvisionDeps) {
    this.#deps = deps;
  }

  /** Sets up everything, as for a service whose state is unknown. */
  async provisionAll(): Promise<void> {
    const { urls, appSid } = this.#deps;
    const statusUrl = urls.status;
    await provisionApplication(this.#deps, {
      application: "operators",
      configured: appSid,
      voiceUrl: urls.connect,
      statusUrl,
    });
    await provisionApplication(this.#deps, {
      application: "phone",
      configured: null,
      voiceUrl: urls.phone,
      statusUrl,
    });
    await this.#provisionPhone();
    this.#queues.clear();
    this.#lines.clear();
    this.#numbers = null;
    await this.provisionMissing();
  }

  /** The numbers of the demonstration telephone can be dialled like any other. */
  async #provisionPhone(): Promise<void> {
    const { telephony, urls, phone } = this.#deps;
    const { phoneRung: voiceUrl, status: statusUrl } = urls;
    for (const { number, name } of phone?.callerNumbers ?? []) {
      await telephony.ensureNumber({ number, name, voiceUrl, statusUrl, isOwn: true });
    }
  }

  /** Sets up later additions, so that lines and stations need no restart. */
  async provisionMissing(): Promise<void> {
    const { db, syncTrunks } = this.#deps;
    await syncTrunks();
    const lines = await readLineRecords(db);
    for (const line of lines) {
      await this.#ensureNumber(line);
    }
    await this.#releaseNumbers(new Set(lines.map(({ number }) => number)));
    for (const { station } of await listQueues(db)) {
      if (this.#queues.has(station)) {
        continue;
      }
      await provisionQueue(this.#deps, station);
      this.#queues.add(station);
    }
  }

  /** Releases numbers of removed lines, so that the service no longer sends us their calls. */
  async #releaseNumbers(numbers: ReadonlySet<string>): Promise<void> {
    const { telephony, urls } = this.#deps;
    const before = this.#numbers;
    if (before === null || [...before].some((number) => !numbers.has(number))) {
      await telephony.releaseNumbers(urls.incoming, numbers);
    }
    this.#numbers = numbers;
  }

  async #ensureNumber({ id, number, name, isOwn }: PhoneLineRecord): Promise<void> {
    const { telephony, urls, log } = this.#deps;
    const made = `${number} ${String(isOwn)} ${name}`;
    if (this.#lines.get(id) === made) {
      return;
    }
    const fields = { number, name, voiceUrl: urls.incoming, statusUrl: urls.status, isOwn };
    const isThere = await telephony.ensureNumber(fields);
    if (isThere) {
      this.#lines.set(id, made);
    } else if (!this.#missing.has(id)) {
      log.warn({ line: id }, "phone line missing from account");
    }
    if (!isThere) {
      this.#missing.add(id);
    }
  }
}
