import {
  addPrize as addEndpoint,
  changePrize as changeEndpoint,
  exportWins as exportEndpoint,
  getListenerId,
  listPrizes,
  may,
  prizeHistory,
  recordWin as recordEndpoint,
  setWinRules as rulesEndpoint,
  setWinStatus as statusEndpoint,
  withdrawWin as withdrawEndpoint,
} from "@linedesk/contract";
import { findLastCaller } from "../callers/callers.ts";
import { requireCall } from "../calls/routes/require-call.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import type { Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { exportWins } from "./export-wins.ts";
import { addPrize, changePrize, readPrizes, setWinRules } from "./prizes.ts";
import { readPrizeHistory, requireE164 } from "./read-prize-history.ts";
import { type PrizeDeps, recordWin, requireNumber } from "./record-win.ts";
import { setWinStatus, withdrawWin } from "./set-win-status.ts";

export function registerPrizes(api: Api, deps: PrizeDeps): void {
  api.serve(prizeHistory, (call) => history(deps, call));
  api.serve(recordEndpoint, (call) => record(deps, call));
  api.serve(getListenerId, ({ query }) => findListenerId(deps, query));
  api.serve(statusEndpoint, async ({ params, body, user, actor }) => {
    const win = await setWinStatus(deps, { ...params, ...body, by: user.name, actor });
    void deps.promotion.deliverDue();
    return { win };
  });
  api.serve(withdrawEndpoint, async ({ params, body, user, actor }) => {
    const win = await withdrawWin(deps, { ...params, ...body, by: user.name, actor });
    void deps.promotion.deliverDue();
    return { win };
  });
  api.serve(exportEndpoint, async ({ body, user, actor }) => {
    const { station, cursor: sealed } = body;
    const taken = { action: "prize_wins.exported", user: user.id, filters: { station } };
    const cursor = api.exportCursors.open(taken, sealed);
    const page = await exportWins(deps, { station, cursor, actor });
    return { ...page, nextCursor: api.exportCursors.seal(taken, page.nextCursor) };
  });
  registerCatalogue(api, deps);
}

function registerCatalogue(api: Api, deps: PrizeDeps): void {
  const { db } = deps.calls;
  api.serve(listPrizes, ({ query }) => readPrizes(db, query.station));
  api.serve(addEndpoint, async ({ body, actor }) => ({
    prize: await addPrize(db, { ...body, actor }),
  }));
  api.serve(changeEndpoint, async ({ params, body, actor }) => {
    const { station, version, ...change } = body;
    const changed = { station, actor, id: params.prize, version, change };
    return { prize: await changePrize(db, changed) };
  });
  api.serve(rulesEndpoint, async ({ body, actor }) => ({
    rules: await setWinRules(db, { ...body, actor }),
  }));
}

async function history(deps: PrizeDeps, request: ApiCall<typeof prizeHistory>) {
  const { query } = request;
  const role = await request.roleAt(query.station);
  const withAddress = role !== null && may(role, "desk");
  const call = query.call === undefined ? null : await findOwnCall(deps, request, query.call);
  return readPrizeHistory(deps, { ...query, call, withAddress });
}

async function findOwnCall(deps: PrizeDeps, request: ApiCall<typeof prizeHistory>, id: string) {
  const { call } = await requireCall(request, { deps: deps.calls, id }, "screen");
  if (call.station !== request.query.station) {
    throw new ApiError("call_of_other_station");
  }
  return call;
}

/** An exception from the rules needs the permission `admin`. */
async function record(deps: PrizeDeps, request: ApiCall<typeof recordEndpoint>) {
  const { body, user, actor } = request;
  const { call } = await requireCall(request, { deps: deps.calls, id: body.call }, "desk");
  const { station } = call;
  const exception = body.exception?.trim();
  if (body.exception !== undefined) {
    await request.requirePermission(station, "admin");
    if (exception === "") {
      throw new ApiError("exception_needs_reason", {
        fields: { exception: "must_say_why" },
      });
    }
  }
  const { prize, address } = body;
  const of = { call: call.id, station, number: requireNumber(call) };
  const win = await recordWin(deps, { ...of, prize, address, exception, by: user.name, actor });
  void deps.promotion.deliverDue();
  return { win };
}

/** In our own registry the caller's id is the listener's id. */
async function findListenerId(deps: PrizeDeps, query: { station: string; number: string }) {
  const { station } = query;
  const number = requireE164(query.number);
  const outside = await deps.promotion.askCaller({ station, number });
  const promotion = await deps.promotion.readState(station);
  const listenerId =
    promotion.system === "outside"
      ? (outside?.listenerId ?? null)
      : ((await findLastCaller(deps.calls.db, station, number))?.id ?? null);
  return { listenerId, promotion };
}
