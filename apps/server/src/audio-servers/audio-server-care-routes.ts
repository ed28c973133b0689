import type { FastifyInstance } from "fastify";

import type { Clock } from "@linedesk/base";
import {
  readAudioServerLog,
  requestAudioServerLog,
  restartAudioServer,
  sendAudioServerLog,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { readKey } from "../platform/http/api-call.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { requireKey } from "./audio-servers.ts";
import { readLog, requestLog, requestRestart, takeLog } from "./request-restart.ts";

interface CareDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

export function registerAudioServerCareRoutes(
  app: FastifyInstance,
  { db, clock }: CareDeps,
  bind: BindDeps,
): void {
  bindEndpoint(
    app,
    restartAudioServer,
    ({ params: { id: station, server }, actor }) => requestRestart(db, { station, server, actor }),
    bind,
  );
  bindEndpoint(
    app,
    requestAudioServerLog,
    ({ params: { id: station, server }, actor }) =>
      requestLog(db, { station, server, actor }, clock),
    bind,
  );
  bindEndpoint(
    app,
    readAudioServerLog,
    ({ params: { id: station, server }, query }) =>
      readLog(db, { station, server, request: query.request }),
    bind,
  );
  bindEndpoint(
    app,
    sendAudioServerLog,
    async ({ params, body, key }) => {
      await takeLog(db, { key: key ?? "", id: params.id, ...body }, clock);
      return {};
    },
    { ...bind, gate: { checkFirst: (request) => requireKey(db, readKey(request) ?? "", clock) } },
  );
}
