import { randomUUID } from "node:crypto";

import type { Clock } from "@linedesk/base";
import { AUDIO_SERVER_LOG, AUDIO_SERVER_RESTART, MAX_LOG_CHARS } from "@linedesk/contract";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { publishToAudioServer } from "../platform/realtime/publish.ts";
import {
  findAudioServerLog,
  replaceAudioServerLog,
  storeAudioServerLog,
} from "./audio-server-log-store.ts";
import { recordServerAudit, requireAudioServer, requireKey } from "./audio-servers.ts";

type Now = Pick<Clock, "now">;

interface MaintenanceRequest {
  station: string;
  server: string;
  actor: Actor;
}

export async function requestRestart(
  db: Db,
  target: MaintenanceRequest,
): Promise<{ request: string }> {
  return db.transaction().execute(async (trx) => {
    const request = await recordRequest(trx, target, "audio_server.restart_requested");
    await publishToAudioServer(trx, target.server, { event: AUDIO_SERVER_RESTART, request });
    return { request };
  });
}

export async function requestLog(
  db: Db,
  target: MaintenanceRequest,
  clock: Now,
): Promise<{ request: string }> {
  return db.transaction().execute(async (trx) => {
    const request = await recordRequest(trx, target, "audio_server.log_requested");
    const now = new Date(clock.now());
    await replaceAudioServerLog(trx, { server: target.server, request, now });
    await publishToAudioServer(trx, target.server, { event: AUDIO_SERVER_LOG, request });
    return { request };
  });
}

export async function readLog(
  db: Db,
  { station, server, request }: { station: string; server: string; request: string },
): Promise<{ text: string | null }> {
  return db.transaction().execute(async (trx) => {
    await requireAudioServer(trx, station, server);
    return requireFound(
      await findAudioServerLog(trx, { server, request }),
      "audio_server_log_unwanted",
    );
  });
}

export async function takeLog(
  db: Db,
  { key, id, request, lines }: { key: string; id: string; request: string; lines: string[] },
  clock: Now,
): Promise<void> {
  const server = await requireKey(db, key, clock);
  if (server.id !== id) {
    throw new ApiError("audio_server_key_foreign");
  }
  const text = lines
    .map((line) => `${line}\n`)
    .join("")
    .slice(-MAX_LOG_CHARS);
  if (!(await storeAudioServerLog(db, { server: id, request, text }))) {
    throw new ApiError("audio_server_log_unwanted");
  }
}

async function recordRequest(
  trx: Trx,
  { station, server, actor }: MaintenanceRequest,
  action: string,
): Promise<string> {
  const { isPaired } = await requireAudioServer(trx, station, server);
  if (!isPaired) {
    throw new ApiError("audio_server_not_paired");
  }
  await recordServerAudit(trx, { actor, station, action, id: server, details: {} });
  return randomUUID();
}
