import { statfs } from "node:fs/promises";

import type Pusher from "pusher";

import {
  healthLive,
  healthParts,
  healthReady,
  type IssuerState,
  type PartState,
  stationHealth,
} from "@linedesk/contract";
import type { Config } from "../../config/config.ts";
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
function telephonyCheck({ apiUrl, accountSid, authToken }: Config["telephony"]): PartCheck {
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
    telephony:
      parts.config.telephony.kind === "twilio"
        ? // A check each second from each server would count as requests of the account.
          async () => (await parts.readTelephonyState()) === "up"
        : telephonyCheck(parts.config.telephony),
    realtime: async () => (await parts.pusher.get({ path: "/channels" })).ok,
  };
}

export interface HealthRoutesDeps {
  version: string;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
  readiness: Pick<Readiness, "read">;
}

/**
 * Serves `/api/health` with the version, `/api/health/live` while the process runs,
 * `/api/health/ready` while it should get requests, and `/api/health/parts` with all parts that
 * calls need.
 */
export function registerHealthRoutes(api: Api, deps: HealthRoutesDeps): void {
  const { version, readParts, readIssuer, readiness } = deps;
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
    const parts = await readParts();
    const status = readStatus(parts);
    if (status === "not_ready") {
      void reply.status(503);
    }
    return { status, parts };
  });
}

function readStatus(parts: PartStates): "ready" | "not_ready" {
  return Object.values(parts).every((state) => state === "up") ? "ready" : "not_ready";
}

/** Below this limit the disk counts as full: the database's log grows by 16 MB at a time. */
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
