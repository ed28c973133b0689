import { findStationDay } from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { type DemoPrize, insertDemoPrize, insertDemoWin } from "./demo-prize-store.ts";

const cruise: DemoPrize = { name: "Harbour cruise", valueCents: 12_500, stock: 2 };
const mug: DemoPrize = { name: "Station mug", valueCents: 1_200, stock: 40 };

/** Wins of earlier callers: one win waits for collection, the other does not exclude its winner. */
const demoWins = [
  { number: "+61255500811", prize: mug, daysAgo: 6, status: "to_collect" },
  { number: "+61270101811", prize: cruise, daysAgo: 48, status: "collected" },
] as const;

const DAY_MS = 86_400_000;

export async function makeDemoPrizes(trx: Trx, { station, now }: { station: string; now: Date }) {
  const made: (DemoPrize & { id: string })[] = [];
  for (const prize of [
    cruise,
    { name: "Dinner voucher", valueCents: 7_500, stock: 10 },
    { name: "Festival tickets", valueCents: 18_000, stock: 4 },
    mug,
  ]) {
    made.push({ ...prize, id: await insertDemoPrize(trx, station, prize) });
  }
  for (const { number, prize: won, daysAgo, status } of demoWins) {
    const prize = made.find(({ name }) => name === won.name);
    const wonAt = new Date(now.getTime() - daysAgo * DAY_MS);
    if (prize !== undefined) {
      await insertDemoWin(trx, {
        station,
        number,
        prize,
        wonAt,
        wonOn: findStationDay(wonAt),
        status,
      });
    }
  }
}
