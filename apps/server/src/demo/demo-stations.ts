import { role } from "@linedesk/contract";
import { demoPeople } from "@linedesk/sso";
import { addFirstPreset } from "../audio-servers/device-presets.ts";
import { ensureCallPartitions } from "../calls/prune-old-calls.ts";
import { addNewContacts, type NewContact } from "../contacts/contacts.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { demoCallers } from "./demo-callers.ts";
import {
  hasStation,
  insertDemoStation,
  insertLine,
  insertMember,
  insertPerson,
  type NewLine,
} from "./demo-station-store.ts";
import { makeDemoCallers } from "./make-demo-callers.ts";
import { makeDemoPrizes } from "./make-demo-prizes.ts";

interface DemoStation {
  callSign: string;
  name: string;
  members: readonly string[];
  lines: readonly NewLine[];
}

function line(number: string, name: string, how: Partial<NewLine> = {}): NewLine {
  return {
    number,
    name,
    open: true,
    priority: false,
    ...how,
  };
}

/** The numbers are from ACMA's ranges for fiction. */
const demoStations: readonly DemoStation[] = [
  {
    callSign: "2ZZ",
    name: "2ZZ Sydney",
    members: ["Alice", "Bob", "Carla", "Dan", "Erin"],
    lines: [
      line("+61255500101", "Main"),
      line("+61255500102", "Contest"),
      line("+61255500103", "Closed", { open: false }),
      line("+61255500104", "Priority", { priority: true }),
    ],
  },
  {
    callSign: "3YY",
    name: "3YY Melbourne",
    members: ["Alice", "Dan"],
    lines: [line("+61270101000", "Main")],
  },
];

/** The device preset of the presenters. Line 2 feeds the air, and line 1 is for private talks. */
const studio: Parameters<typeof addFirstPreset>[2] = {
  name: "Studio",
  line1: null,
  line2: null,
  feedsAir: { line1: false, line2: true },
  seatOf: "presenter",
};

const HISTORY_DAYS = 70;
const DAY_MS = 86_400_000;

/**
 * Creates stations, people, callers and contacts for a demonstration, once, and only in an empty
 * database [SR18, SR19].
 */
export async function makeDemoStations(db: Db, now: Date): Promise<void> {
  if (await hasStation(db)) {
    return;
  }
  await ensureCallPartitions(db, new Date(now.getTime() - HISTORY_DAYS * DAY_MS), now);
  await db.transaction().execute(async (trx) => {
    for (const { sub: id, name, email } of demoPeople) {
      await insertPerson(trx, { id, name, email });
    }
    for (const station of demoStations) {
      const id = await makeStation(trx, station);
      if (id !== null && station.callSign === "2ZZ") {
        await makeDemoCallers(trx, { station: id, callers: demoCallers, now });
        await makeDemoContacts(trx, { station: id, now });
        await makeDemoPrizes(trx, { station: id, now });
        await addFirstPreset(trx, id, studio);
      }
    }
  });
}

async function makeStation(trx: Trx, station: DemoStation): Promise<string | null> {
  const id = await insertDemoStation(trx, station);
  if (id === null) {
    return null;
  }
  for (const one of station.lines) {
    await insertLine(trx, id, one);
  }
  for (const person of demoPeople.filter(({ name }) => station.members.includes(name))) {
    await insertMember(trx, id, { email: person.email, role: role.parse(person.role) });
  }
  return id;
}

/** The numbers are from ACMA's ranges for fiction. Two of the contacts are listeners who call. */
const demoContacts: readonly (Omit<NewContact, "note" | "favourite"> & Partial<NewContact>)[] = [
  { number: "+61270101111", name: "Newsroom", tags: ["internal"], favourite: true },
  { number: "+61255502210", name: "Joan Mercer", tags: ["guest", "council"] },
  { number: "+61491570006", name: "Kim Ng", tags: ["regular"] },
  { number: "+61491570156", name: "Dr Priya Nair", tags: ["expert", "health"] },
  { number: "+61270101112", name: "Traffic desk", tags: ["internal"] },
  {
    number: "+61255502211",
    name: "Weather bureau",
    tags: ["expert"],
    note: "Ask for the duty room",
  },
];

async function makeDemoContacts(trx: Trx, { station, now }: { station: string; now: Date }) {
  const scope = { station, owner: "station", show: null, user: "" } as const;
  const contacts = demoContacts.map((contact) => ({ note: "", favourite: false, ...contact }));
  await addNewContacts(trx, { scope, by: "Linedesk", at: now, contacts });
}
