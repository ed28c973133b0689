import type { CollectionStatus } from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface DemoPrize {
  name: string;
  valueCents: number;
  stock: number;
}

export async function insertDemoPrize(
  trx: Trx,
  station: string,
  { name, valueCents, stock }: DemoPrize,
): Promise<string> {
  const id = uuidV7();
  await trx
    .insertInto("prize")
    .values({ id, station_id: station, name, value_cents: valueCents, stock })
    .execute();
  return id;
}

export interface DemoWin {
  station: string;
  prize: DemoPrize & { id: string };
  number: string;
  wonAt: Date;
  wonOn: string;
  status: CollectionStatus;
}

/** Inserts a win for the last call from the number. Without such a call it inserts nothing. */
export async function insertDemoWin(trx: Trx, win: DemoWin): Promise<void> {
  const { station, prize, number, wonAt } = win;
  const call = await trx
    .selectFrom("call as c")
    .innerJoin("caller as p", "p.id", "c.caller_id")
    .select(["c.id", "p.id as caller", "p.name"])
    .where("c.station_id", "=", station)
    .where("c.number", "=", number)
    .orderBy("c.arrived_at", "desc")
    .executeTakeFirst();
  if (call === undefined) {
    return;
  }
  await trx
    .insertInto("prize_win")
    .values({
      id: uuidV7(wonAt.getTime()),
      station_id: station,
      call_id: call.id,
      prize_id: prize.id,
      prize_name: prize.name,
      value_cents: prize.valueCents,
      caller_id: call.caller,
      number,
      name: call.name,
      won_at: wonAt,
      won_on: win.wonOn,
      recorded_by: "Dan",
      status: win.status,
      status_by: "Dan",
      status_at: wonAt,
    })
    .execute();
}
