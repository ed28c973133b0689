import type { Role } from "@linedesk/contract";
import type { Db } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";

export interface Person {
  id: string;
  name: string;
}

export async function aPerson(db: Db, name = "Alice"): Promise<Person> {
  const id = uuidV7();
  await db
    .insertInto("user")
    .values({ id, name, email: `${name.toLowerCase()}-${id}@example.com` })
    .execute();
  return { id, name };
}

export async function aStation(db: Db, members: [Person, Role][] = []): Promise<string> {
  const id = uuidV7();
  await db
    .insertInto("station")
    .values({ id, call_sign: `T${id.slice(-8).toUpperCase()}`, name: "Test FM" })
    .execute();
  await db.insertInto("station_telephony").values({ station_id: id }).execute();
  for (const [person, role] of members) {
    await db
      .insertInto("membership")
      .values({ user_id: person.id, station_id: id, role })
      .execute();
  }
  return id;
}
