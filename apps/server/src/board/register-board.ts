import { systemClock, TokenBuckets } from "@linedesk/base";
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
import { mapTelephonyErrors } from "../calls/routes/require-call.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { readLineRecords } from "../stations/phone-lines/phone-lines.ts";
import { SingleCalls } from "../telephony/single-calls.ts";
import type { CallLookup } from "../telephony/telephony.ts";
import { BoardReadings, type BoardChecksDeps } from "./board-readings.ts";
import { startLoopCalls } from "./loop-calls.ts";
import { type BoardDeps, readBoard } from "./read-board.ts";
import { placeTestCall, readSetup, type SetupDeps, testTrunk, toTestStatus } from "./read-setup.ts";
import { endRehearsal, startRehearsal } from "./rehearsal.ts";

/**
 * The limit of one kind of attempt at one station. An attempt contacts a carrier, or makes a dozen
 * calls.
 */
const TRY_RATE = { perSecond: 1 / 120, burst: 10 };

class Tries {
  readonly #buckets = new TokenBuckets(systemClock, TRY_RATE);

  take(what: "trunk" | "loop" | "rehearsal", station: string): void {
    if (!this.#buckets.take(`${what} ${station}`)) {
      throw new ApiError("station_tried_too_often");
    }
  }
}

function registerSetup(api: Api, deps: BoardRouteDeps & { tries: Tries }): void {
  api.serve(readTelephony, ({ params }) => mapTelephonyErrors(() => readSetup(deps, params.id)));
  api.serve(testTrunkEndpoint, ({ params }) => {
    deps.tries.take("trunk", params.id);
    return testTrunk(deps, params.trunk);
  });
  api.serve(placeTestCallEndpoint, ({ params, body, actor }) =>
    mapTelephonyErrors(async () => ({
      call: await placeTestCall(deps, { station: params.id, actor, ...body }),
    })),
  );
  api.serve(readTestCall, async ({ params }) => {
    const found = await mapTelephonyErrors(() => deps.telephony.findCall(params.call));
    const own = await readLineRecords(deps.db, params.id);
    // The answer does not reveal another station's numbers.
    const isOwn = own.some(({ number }) => number === found?.from);
    if (found === null || !isOwn || !found.direction.startsWith("outbound")) {
      throw new ApiError("no_such_test_call");
    }
    return { status: toTestStatus(found.status) };
  });
}

interface BoardRouteDeps extends RegisterBoardDeps {
  calls: SetupDeps["calls"];
}

export interface RegisterBoardDeps extends Omit<BoardDeps, "looks"> {
  clock: BoardChecksDeps["clock"];
  check: BoardChecksDeps["check"];
  urls: SetupDeps["urls"];
  telephony: CallLookup;
}

export function registerBoard(api: Api, options: RegisterBoardDeps): void {
  const { config, clock, check } = options;
  const deps = { ...options, calls: new SingleCalls(config.telephony) };
  const board = { ...options, looks: new BoardReadings({ config, clock, check }) };
  const tries = new Tries();
  registerSetup(api, { ...deps, tries });
  api.serve(readBoardEndpoint, ({ params }) => readBoard(board, params.id));
  api.serve(startLoopEndpoint, async ({ params, actor }) => {
    tries.take("loop", params.id);
    return { started: await startLoopCalls(deps, { station: params.id, actor }) };
  });
  api.serve(startRehearsalEndpoint, ({ params, actor }) => {
    tries.take("rehearsal", params.id);
    return mapTelephonyErrors(() => startRehearsal(deps, { station: params.id, actor }));
  });
  api.serve(endRehearsalEndpoint, ({ params, actor }) =>
    mapTelephonyErrors(async () => ({
      ended: await endRehearsal(deps, { station: params.id, actor }),
    })),
  );
}
