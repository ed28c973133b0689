import type { FastifyInstance } from "fastify";

import {
  endRehearsal as endRehearsalEndpoint,
  readBoard as readBoardEndpoint,
  startLoopCalls as startLoopEndpoint,
  startRehearsal as startRehearsalEndpoint,
  placeTestCall as placeTestCallEndpoint,
  readTelephony,
  readTestCall,
  testTrunk as testTrunkEndpoint,
} from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/telephony-errors.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { ApiError } from "../platform/http/errors.ts";
import type { CallLookup } from "../telephony/telephony.ts";
import { startLoopCalls } from "./loop-calls.ts";
import { type BoardDeps, readBoard } from "./read-board.ts";
import { placeTestCall, readSetup, type SetupDeps, testTrunk, toTestStatus } from "./read-setup.ts";
import { endRehearsal, startRehearsal } from "./rehearsal.ts";

/** The telephony in force, and how it is tried. */
function registerSetup(app: FastifyInstance, deps: BoardRouteDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    readTelephony,
    ({ params }) => mapTelephonyErrors(() => readSetup(deps, params.id)),
    bind,
  );
  bindEndpoint(app, testTrunkEndpoint, ({ params }) => testTrunk(deps, params.trunk), bind);
  bindEndpoint(
    app,
    placeTestCallEndpoint,
    ({ params, body, actor }) =>
      mapTelephonyErrors(async () => ({
        call: await placeTestCall(deps, { station: params.id, actor, ...body }),
      })),
    bind,
  );
  bindEndpoint(
    app,
    readTestCall,
    async ({ params }) => {
      const found = await mapTelephonyErrors(() => deps.telephony.findCall(params.call));
      // Whose numbers the desk rings is not told here: a test call has no desk.
      if (found === null || !found.direction.startsWith("outbound")) {
        throw new ApiError("not_found", "There is no such test call.");
      }
      return { status: toTestStatus(found.status) };
    },
    bind,
  );
}

interface BoardRouteDeps {
  db: BoardDeps["db"];
  clock: BoardDeps["clock"];
  config: BoardDeps["config"];
  readParts: BoardDeps["readParts"];
  listPresentUsers: BoardDeps["listPresentUsers"];
  calls: SetupDeps["calls"];
  urls: SetupDeps["urls"];
  telephony: CallLookup;
}

/** The board that an engineer opens before the show. */
export function registerBoardRoutes(
  app: FastifyInstance,
  deps: BoardRouteDeps,
  bind: BindDeps,
): void {
  registerSetup(app, deps, bind);
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
