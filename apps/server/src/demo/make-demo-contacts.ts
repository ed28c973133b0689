import { addNewContacts, type NewContact } from "../contacts/contacts.ts";
import type { Trx } from "../platform/db/database.ts";

/** Numbers from ACMA's ranges for fiction; two of them are listeners who call. */
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

export async function makeDemoContacts(
  trx: Trx,
  { station, now }: { station: string; now: Date },
): Promise<void> {
  const scope = { station, owner: "station", show: null, user: "" } as const;
  const contacts = demoContacts.map((contact) => ({ note: "", favourite: false, ...contact }));
  await addNewContacts(trx, { scope, by: "Linedesk", at: now, contacts });
}
