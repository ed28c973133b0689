import type { PrizeWin, SentWin } from "@linedesk/contract";
import { displayNumber } from "../platform/to-e164.ts";
import type { WinRow } from "./win-store.ts";

function presentContest(row: WinRow): PrizeWin["contest"] {
  const { contest: id, entry, place, outcome, countedAt, callerCount } = row;
  if (id === null || entry === null || outcome === null || countedAt === null) {
    return null;
  }
  return {
    id,
    entry,
    place,
    outcome,
    callerCount: callerCount ?? 0,
    at: countedAt.toISOString(),
    lineName: row.lineName ?? "",
    startedBy: row.startedBy ?? "",
  };
}

function presentDelivery({ delivery, deliveredAt }: WinRow): PrizeWin["delivery"] {
  if (delivery === null) {
    return "none";
  }
  return deliveredAt === null ? "waiting" : "delivered";
}

export function presentWin(row: WinRow, { withAddress }: { withAddress: boolean }): PrizeWin {
  const { id, call, name, valueCents, wonOn, by, exception, status, statusBy, withdrawn } = row;
  return {
    id,
    call,
    name,
    valueCents,
    wonOn,
    by,
    exception,
    status,
    statusBy,
    withdrawn,
    numberDisplay: displayNumber(row.number),
    address: withAddress ? row.address : null,
    prize: { id: row.prize, name: row.prizeName },
    wonAt: row.wonAt.toISOString(),
    contest: presentContest(row),
    statusAt: row.statusAt.toISOString(),
    delivery: presentDelivery(row),
  };
}

export function toSentWin(row: WinRow, listenerId: string | null): SentWin {
  const { id, version, station, number, name, wonOn, status, exception } = row;
  const contest = presentContest(row);
  return {
    id,
    version,
    station,
    listenerId,
    number,
    name,
    prize: { id: row.prize, name: row.prizeName, valueCents: row.valueCents },
    wonAt: row.wonAt.toISOString(),
    wonOn,
    recordedBy: row.by,
    status,
    exception,
    contest:
      contest === null
        ? null
        : {
            id: contest.id,
            entry: contest.entry,
            place: contest.place,
            outcome: contest.outcome,
          },
  };
}
