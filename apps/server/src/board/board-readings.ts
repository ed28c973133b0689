import type { Clock } from "@linedesk/base";
import type { BoardCheck } from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import { listOwnExchanges, type ServiceConfig } from "../config/service-config.ts";
import type { Db } from "../platform/db/database.ts";
import type { SoundCheck } from "../sounds/sound-check.ts";
import { readExchangeMetrics } from "../telephony/exchange-load.ts";
import { BoardSounds } from "./board-sounds.ts";
import { checkCertificate, checkOutsideClock, found } from "./check-part.ts";
import { listCrashCalls } from "./crash-calls.ts";
import { readSipCertificate, readWebCertificate } from "./read-web-certificate.ts";
import { readDatabaseClock } from "./rehearsal-store.ts";

export interface BoardChecksDeps {
  config: Pick<Config, "http" | "dataDir" | "telephony" | "services" | "auth">;
  clock: Pick<Clock, "now" | "elapsedMs">;
  check: Pick<SoundCheck, "checkUrl">;
}

const ASK_TIMEOUT_MS = 2_000;
/** The board queries external parts at most this often, for any number of open boards. */
const ASK_OTHERS_EVERY_MS = 60_000;

export class BoardReadings {
  readonly #deps: BoardChecksDeps;
  /** The watch of each exchange's mixer. */
  readonly #mixers: ReadonlyMap<ServiceConfig, MixerWatch>;
  readonly #certificates: Recent<BoardCheck[]>;
  readonly #outsideClock: Recent<BoardCheck[]>;
  readonly sounds: BoardSounds;

  constructor(deps: BoardChecksDeps) {
    this.#deps = deps;
    const { clock, check } = deps;
    this.sounds = new BoardSounds({ clock, check });
    const ours = listOwnExchanges(deps.config.services);
    this.#mixers = new Map(ours.map((one) => [one, new MixerWatch(clock)]));
    const now = () => clock.elapsedMs();
    this.#certificates = new Recent(ASK_OTHERS_EVERY_MS, {
      now,
      read: () => this.#readCertificates(),
    });
    this.#outsideClock = new Recent(ASK_OTHERS_EVERY_MS, { now, read: () => this.#readClock() });
  }

  readCertificates(): Promise<BoardCheck[]> {
    return this.#certificates.get();
  }

  readOutsideClock(): Promise<BoardCheck[]> {
    return this.#outsideClock.get();
  }

  /**
   * Reads from the exchange's metrics the state of the mixer, whether the exchange drains, and the
   * sids of the calls that it was processing at its crashes.
   */
  async readExchange(): Promise<{ checks: BoardCheck[]; crashCalls: string[] }> {
    const isAlone = this.#deps.config.services.length === 1;
    const seen = await Promise.all(
      [...this.#mixers].map(async ([{ service, apiUrl }, mixer]) => {
        const metrics = await readExchangeMetrics(apiUrl);
        // The checks of several exchanges contain their drain already.
        const checks = [...mixer.check(metrics), ...(isAlone ? checkDrain(metrics) : [])];
        const named = isAlone ? checks : checks.map((one) => ({ ...one, name: service }));
        return { checks: named, crashCalls: listCrashCalls(metrics) };
      }),
    );
    return {
      checks: seen.flatMap(({ checks }) => checks),
      crashCalls: seen.flatMap(({ crashCalls }) => crashCalls),
    };
  }

  async #readCertificates(): Promise<BoardCheck[]> {
    const { config, clock } = this.#deps;
    const now = new Date(clock.now());
    const web = checkCertificate(await orNull(() => readWebCertificate(config)), now);
    if (config.telephony.sipCertificate === null) {
      return [web];
    }
    return [web, checkCertificate(await orNull(() => readSipCertificate(config)), now, "SIP")];
  }

  async #readClock(): Promise<BoardCheck[]> {
    const { issuer } = this.#deps.config.auth;
    if (issuer === null) {
      return [];
    }
    const outside = await orNull(() => readOutsideClock(issuer));
    const seen = outside && { outside, now: new Date(this.#deps.clock.now()) };
    return [checkOutsideClock(new URL(issuer).hostname, seen)];
  }
}

export async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    // The board shows the value as unknown. The reason is only in the part's own log.
    return null;
  }
}

/** Returns the clock of the database; `null` while it does not answer. */
export function findDatabaseClock(db: Db): Promise<Date | null> {
  return orNull(() => readDatabaseClock(db));
}

/**
 * Returns the clock of another machine, from the Date header of its answer. Throws without that
 * header.
 */
export async function readOutsideClock(url: string): Promise<Date> {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  const at = new Date(answer.headers.get("date") ?? "");
  if (Number.isNaN(at.getTime())) {
    throw new Error("the answer has no Date header");
  }
  return at;
}

/**
 * Caches a value for a period and returns it to all who read it in this time. `read` must not
 * reject, because a rejection would be cached too.
 */
export class Recent<T> {
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #read: () => Promise<T>;
  #last: { atMs: number; value: Promise<T> } | null = null;

  constructor(keepMs: number, { now, read }: { now: () => number; read: () => Promise<T> }) {
    this.#keepMs = keepMs;
    this.#now = now;
    this.#read = read;
  }

  get(): Promise<T> {
    if (this.#last === null || this.#now() - this.#last.atMs >= this.#keepMs) {
      this.#last = { atMs: this.#now(), value: this.#read() };
    }
    return this.#last.value;
  }
}

const COUNTS_MS = 10 * 60_000;
const SKIPPED = /^linedesk_exchange_mixer_skipped_ticks_total (\d+)/m;

const DRAINING = /^linedesk_exchange_draining 1$/m;

export function checkDrain(metrics: string | null): BoardCheck[] {
  return DRAINING.test(metrics ?? "") ? [found("mixer", null, ["no_go", "draining"])] : [];
}

export class MixerWatch {
  readonly #clock: Pick<Clock, "elapsedMs">;
  #counts: { atMs: number; skipped: number }[] = [];

  constructor(clock: Pick<Clock, "elapsedMs">) {
    this.#clock = clock;
  }

  check(metrics: string | null): BoardCheck[] {
    const skipped = SKIPPED.exec(metrics ?? "")?.[1];
    if (skipped === undefined) {
      return [];
    }
    const lost = this.#count(Number(skipped));
    return [found("mixer", null, lost === 0 ? ["go", "on_time"] : ["look", "gaps", lost])];
  }

  #count(skipped: number): number {
    const atMs = this.#clock.elapsedMs();
    // A restarted exchange counts from zero, so the earlier counts are dropped.
    const hasContinued = (this.#counts.at(-1)?.skipped ?? 0) <= skipped;
    const recent = hasContinued ? this.#counts.filter((one) => atMs - one.atMs < COUNTS_MS) : [];
    this.#counts = [...recent, { atMs, skipped }];
    return skipped - (this.#counts[0]?.skipped ?? skipped);
  }
}
