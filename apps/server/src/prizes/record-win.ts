import {
  findHold,
  findStationDay,
  laterHold,
  mayWin,
  type PrizeWin,
  type WinMark,
} from "@linedesk/contract";
import { type CallDeps, CallNotFoundError, writeChange } from "../calls/change-call.ts";
import { lockCallsOfCaller } from "../calls/edit-caller.ts";
import type { CallRecord } from "../calls/store/call-record.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { addressKey } from "./address-key.ts";
import { presentWin } from "./present-win.ts";
import { findPrize, findWinRules, lockPrizes, savePrize } from "./prize-store.ts";
import type { Promotion } from "./promotion.ts";
import { queueWinWebhook } from "./queue-win-webhook.ts";
import { findCountedWins, findWin, insertWin, type NewWin } from "./win-store.ts";

export interface PrizeDeps {
  calls: CallDeps;
  promotion: Promotion;
}

export interface WinRequest {
  call: string;
  prize: string;
  address: string | undefined;
  /** The reason for an exception from the rules. The route has checked the permission. */
  exception: string | undefined;
  by: string;
  actor: Actor;
}

/**
 * Records a win of the caller. One transaction checks the rules, takes the prize from the stock,
 * and writes the win, the audit and the change of the caller's calls. These transactions of a
 * station run one after the other. The query to an outside system comes before the transaction.
 */
export async function recordWin(
  deps: PrizeDeps,
  request: WinRequest & { station: string; number: string },
): Promise<PrizeWin> {
  const { station, number } = request;
  const outside = await deps.promotion.askCaller({ station, number });
  const { db, watch } = deps.calls;
  const { win, changed } = await transact(db, async (trx) => {
    await lockPrizes(trx, station);
    const calls = await lockCallsOfCaller(trx, request.call);
    const call = calls.find(({ id }) => id === request.call);
    if (call === undefined) {
      throw new CallNotFoundError("the call of the winner does not exist");
    }
    const drawn = await reserveWin(deps, trx, { request, call, outside: outside?.hold ?? null });
    await insertWin(trx, drawn);
    await recordWinAudit(trx, drawn, request.actor);
    await writeWinChange(deps, trx, { calls, actor: request.actor, action: "call.win_recorded" });
    await deps.promotion.queueWin(trx, { win: drawn.id, station });
    const { id, wonAt: at } = drawn;
    await queueWinWebhook(trx, { event: "win.recorded", win: id, station, at });
    await publish(trx, station, { type: "prize.changed" });
    return { win: await findWin(trx, drawn.id), changed: calls };
  });
  for (const { id } of changed) {
    watch.notifyChanged(id);
  }
  if (win === null) {
    throw new Error("the recorded win does not exist");
  }
  return presentWin(win, { withAddress: true });
}

/** Throws when the rules or the stock refuse the win; otherwise reduces the stock by one. */
async function reserveWin(
  { calls: { clock } }: PrizeDeps,
  trx: Trx,
  { request, call, outside }: { request: WinRequest; call: CallRecord; outside: WinMark | null },
): Promise<NewWin> {
  const { station } = call;
  const caller = call.caller?.id ?? null;
  const number = requireNumber(call);
  const wonAt = new Date(clock.now());
  const wonOn = findStationDay(wonAt);
  const address = request.address?.trim() ?? "";
  const key = addressKey(address);
  const rules = await findWinRules(trx, station);
  const { household } = rules;
  const of = { station, caller, number, addressKey: key, household };
  const own = findHold(await findCountedWins(trx, of), rules);
  const reason = request.exception?.trim() ?? "";
  const hold = laterHold(own, outside);
  const isRefused = !mayWin(hold, wonOn);
  if (isRefused && hold !== null && reason === "") {
    throw createRefusal(hold, rules.household);
  }
  const { id, name, valueCents } = await takeFromStock(trx, { station, id: request.prize });
  return {
    id: uuidV7(),
    station,
    call: call.id,
    caller,
    number,
    name: call.caller?.name ?? null,
    address: address === "" ? null : address,
    addressKey: key,
    prize: { id, name, valueCents },
    wonAt,
    wonOn,
    by: request.by,
    exception: isRefused ? reason : null,
  };
}

/**
 * Returns the phone number under which the win is recorded: the network's, or else the one that the
 * caller gave. Throws when both are missing.
 */
export function requireNumber(call: Pick<CallRecord, "number" | "givenNumber">): string {
  const number = call.number ?? call.givenNumber;
  if (number === null) {
    throw new ApiError("win_number_withheld");
  }
  return number;
}

function createRefusal({ prize, wonOn, mayWinOn }: WinMark, household: boolean): ApiError {
  const reason = household ? "household_may_not_win" : "listener_may_not_win";
  return new ApiError({ reason, params: { prize, wonOn, mayWinOn } });
}

async function takeFromStock(trx: Trx, named: { station: string; id: string }) {
  const prize = requireFound(await findPrize(trx, named, { lock: true }), "no_such_prize");
  if (prize.retired || prize.stock === 0) {
    throw new ApiError({ reason: "prize_gone", params: { prize: prize.name } });
  }
  await savePrize(trx, { ...prize, stock: prize.stock - 1 });
  return prize;
}

async function recordWinAudit(trx: Trx, win: NewWin, actor: Actor): Promise<void> {
  const { id, station, call, prize, exception } = win;
  await recordAudit(trx, {
    actor,
    action: exception === null ? "prize_win.recorded" : "prize_win.recorded_by_exception",
    station,
    subject: ["prize_win", id],
    details: { call, prize: prize.id, ...(exception === null ? {} : { exception }) },
  });
}

export async function writeWinChange(
  { calls: deps }: Pick<PrizeDeps, "calls">,
  trx: Trx,
  { calls, actor, action }: { calls: CallRecord[]; actor: Actor; action: string },
): Promise<void> {
  for (const before of calls) {
    const fields = before.caller === null ? {} : { caller: before.caller.id };
    await writeChange({ deps, trx, before, actor }, { fields, action });
  }
}
