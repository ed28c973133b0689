import type { FastifyInstance } from "fastify";

import {
  endRehearsal as endRehearsalEndpoint,
  readBoard as readBoardEndpoint,
  startLoopCalls as startLoopEndpoint,
  startRehearsal as startRehearsalEndpoint,
} from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/telephony-errors.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import type { SingleCalls } from "../telephony/single-calls.ts";
import { startLoopCalls } from "./loop-calls.ts";
import { type BoardDeps, readBoard } from "./read-board.ts";
import { endRehearsal, startRehearsal } from "./rehearsal.ts";

/** The board that an engineer opens before the show. */
export function registerBoardRoutes(
  app: FastifyInstance,
  deps: BoardDeps & { calls: SingleCalls },
  bind: BindDeps,
): void {
  bindEndpoint(app, readBoardEndpoint, ({ params }) => readBoard(deps, params.id), bind);
  bindEndpoint(
    app,
    startLoopEndpoint,
    async ({ params, actor }) => ({
      started: await startLoopCalls(deps, { station: params.id, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    startRehearsalEndpoint,
    ({ params, actor }) =>
      mapTelephonyErrors(() => startRehearsal(deps, { station: params.id, actor })),
    bind,
  );
  bindEndpoint(
    app,
    endRehearsalEndpoint,
    ({ params, actor }) =>
      mapTelephonyErrors(async () => ({
        ended: await endRehearsal(deps, { station: params.id, actor }),
      })),
    bind,
  );
}
