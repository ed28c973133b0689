import { statfs } from "node:fs/promises";

import type Pusher from "pusher";

import {
  type ExchangeState,
  healthLive,
  healthParts,
  healthReady,
  type IssuerState,
  type PartState,
  stationHealth,
} from "@linedesk/contract";
import type { Config } from "../../config/config.ts";
import type { ServiceConfig } from "../../config/service-config.ts";
import { isDatabaseFull } from "../db/database-unavailable.ts";
import { type Db, pingWritableDatabase } from "../db/database.ts";
import type { Api } from "../http/api.ts";
import { checkPart, type PartCheck } from "./check-part.ts";
import type { Readiness } from "./readiness.ts";

export interface PartChecks {
  database: PartCheck;
  telephony: PartCheck;
  realtime: PartCheck;
  disk: PartCheck;
}

export type PartStates = Record<keyof PartChecks, PartState>;

const CACHE_MS = 1_000;

export function createHealth(
  checks: PartChecks,
  now: () => number = () => performance.now(),
): () => Promise<PartStates> {
  let last: { at: number; states: Promise<PartStates> } | undefined;
  async function ask(): Promise<PartStates> {
    const [database, telephony, realtime, disk] = await Promise.all([
      checkPart(checks.database),
      checkPart(checks.telephony),
      checkPart(checks.realtime),
      checkPart(checks.disk),
    ]);
    return { database, telephony, realtime, disk };
  }
  return () => {
    if (last === undefined || now() - last.at >= CACHE_MS) {
      last = { at: now(), states: ask() };
    }
    return last.states;
  };
}

const ASK_TIMEOUT_MS = 1_500;

/**
 * Returns a check for which every answer below 500 counts as up. This includes the refusal of a
 * wrong password, which the telephony monitor logs.
 */
function exchangeCheck({ apiUrl, accountSid, authToken }: ServiceConfig): PartCheck {
  return async () => {
    const base = apiUrl ?? "https://api.twilio.com";
    const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
    const answer = await fetch(`${base}/2010-04-01/Accounts/${accountSid}.json`, {
      headers: { authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.status < 500;
  };
}

export interface PartCheckDeps {
  db: Db;
  config: Config;
  pusher: Pusher;
  disk: DiskCheck;
  /** The last state that the monitor of the telephony service found. */
  readTelephonyState: () => Promise<PartState>;
}

export function createPartChecks(parts: PartCheckDeps): PartChecks {
  return {
    disk: parts.disk.check,
    database: async () => {
      await pingWritableDatabase(parts.db);
      return true;
    },
    telephony: telephonyCheck(parts),
    realtime: async () => (await parts.pusher.get({ path: "/channels" })).ok,
  };
}

/** Telephony is up while one of the services is. */
function telephonyCheck({ config, readTelephonyState }: PartCheckDeps): PartCheck {
  const ours = config.services.filter(({ kind }) => kind === "exchange").map(exchangeCheck);
  const isAlone = ours.length === config.services.length;
  return async () => {
    const answers = await Promise.all(ours.map((check) => check().catch(() => false)));
    // Twilio itself is not checked here, because each server would send it a request each second.
    return answers.includes(true) || (!isAlone && (await readTelephonyState()) === "up");
  };
}

export interface HealthRoutesDeps {
  version: string;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
  /** Resolves with `null` at a site with one exchange. */
  readExchanges: () => Promise<ExchangeState[] | null>;
  readiness: Pick<Readiness, "read">;
}

/**
 * Serves `/api/health` with the version, `/api/health/live` while the process runs,
 * `/api/health/ready` while it should get requests, and `/api/health/parts` with all parts that
 * calls need.
 */
export function registerHealthRoutes(api: Api, deps: HealthRoutesDeps): void {
  const { version, readParts, readIssuer, readExchanges, readiness } = deps;
  api.serve(healthLive, async () => ({ status: "live" as const }));
  api.serve(stationHealth, async () => {
    return { status: readStatus(await readParts()), version, issuer: readIssuer() };
  });
  api.serve(healthReady, async ({ reply }) => {
    const reasons = await readiness.read();
    if (reasons.length > 0) {
      void reply.status(503);
    }
    return { status: reasons.length === 0 ? ("ready" as const) : ("not_ready" as const), reasons };
  });
  api.serve(healthParts, async ({ reply }) => {
    const [parts, exchanges] = await Promise.all([readParts(), readExchanges()]);
    const status = readStatus(parts);
    if (status === "not_ready") {
      void reply.status(503);
    }
    return { status, parts, ...(exchanges === null ? {} : { exchanges }) };
  });
}

function readStatus(parts: PartStates): "ready" | "not_ready" {
  return Object.values(parts).every((state) => state === "up") ? "ready" : "not_ready";
}

/**
 * Below this limit the disk counts as full: the database's write-ahead log grows by 16 MB at a
 * time.
 */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
const REFUSAL_COUNTS_MS = 60_000;

export class DiskCheck {
  readonly #readFreeBytes: () => Promise<number>;
  readonly #now: () => number;
  #refusedAt = -Infinity;

  constructor(readFreeBytes: () => Promise<number>, now: () => number = () => performance.now()) {
    this.#readFreeBytes = readFreeBytes;
    this.#now = now;
  }

  static of(dataDir: string): DiskCheck {
    return new DiskCheck(async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    });
  }

  noteError(error: unknown): void {
    if (isDatabaseFull(error)) {
      this.#refusedAt = this.#now();
    }
  }

  readonly check: PartCheck = async () => {
    if (this.#now() - this.#refusedAt < REFUSAL_COUNTS_MS) {
      return false;
    }
    return (await this.#readFreeBytes()) >= LEAST_FREE_BYTES;
  };
}
