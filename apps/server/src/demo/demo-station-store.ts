import type { Role } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export async function hasStation(db: Db): Promise<boolean> {
  return (await db.selectFrom("station").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function insertPerson(trx: Trx, person: { id: string; name: string; email: string }) {
  await trx
    .insertInto("user")
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertDemoStation(
  trx: Trx,
  station: { callSign: string; name: string },
): Promise<string | null> {
  const made = await trx
    .insertInto("station")
    .values({ id: uuidV7(), call_sign: station.callSign, name: station.name })
    .onConflict((conflict) => conflict.column("call_sign").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) {
    return null;
  }
  await trx.insertInto("station_telephony").values({ station_id: made.id }).execute();
  return made.id;
}

export interface NewLine {
  number: string;
  name: string;
  open: boolean;
  priority: boolean;
}

export async function insertLine(trx: Trx, station: string, line: NewLine): Promise<void> {
  await trx
    .insertInto("phone_line")
    .values({ id: uuidV7(), station_id: station, ...line })
    .execute();
}

/** Finds the person by the e-mail address, because the person may already have another id. */
export async function insertMember(
  trx: Trx,
  station: string,
  member: { email: string; role: Role },
): Promise<void> {
  await trx
    .insertInto("membership")
    .columns(["user_id", "station_id", "role"])
    .expression((eb) =>
      eb
        .selectFrom("user")
        .select(["id", eb.val(station).as("station_id"), eb.val(member.role).as("role")])
        .where("email", "=", member.email),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
