import type { Clock } from "@linedesk/base";
import {
  readAudioServerLog,
  requestAudioServerLog,
  restartAudioServer,
  sendAudioServerLog,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { readKey } from "../platform/http/api-call.ts";
import type { Api } from "../platform/http/api.ts";
import { requireKey } from "./audio-servers.ts";
import { readLog, requestLog, requestRestart, takeLog } from "./request-restart.ts";

export function registerAudioServerMaintenance(
  api: Api,
  { db, clock }: { db: Db; clock: Pick<Clock, "now"> },
): void {
  api.serve(restartAudioServer, ({ params: { id: station, server }, actor }) =>
    requestRestart(db, { station, server, actor }),
  );
  api.serve(requestAudioServerLog, ({ params: { id: station, server }, actor }) =>
    requestLog(db, { station, server, actor }, clock),
  );
  api.serve(readAudioServerLog, ({ params: { id: station, server }, query }) =>
    readLog(db, { station, server, request: query.request }),
  );
  api.serve(
    sendAudioServerLog,
    async ({ params, body, key }) => {
      await takeLog(db, { key: key ?? "", id: params.id, ...body }, clock);
      return {};
    },
    { checkFirst: (request) => requireKey(db, readKey(request) ?? "", clock) },
  );
}
