import { expect, test } from "vitest";

import { aContact } from "../../testing/a-contact.ts";
import { eventsReceived, stationOpened } from "./calls-slice.ts";
import { contactAdded, contactEdited, contactRemoved, contactsLoaded } from "./contacts-slice.ts";
import { createStore } from "./store.ts";

const kim = aContact();
const sam = aContact({ id: "0192f6a0-0000-7000-8000-0000000c0002", number: "+61491570156" });
const kimOfDrive = aContact({
  id: "0192f6a0-0000-7000-8000-0000000c0003",
  owner: "show",
  show: "Drive",
});

test("[CT2] contacts are empty at first, and are loaded, added, edited and removed by number", () => {
  const store = createStore();
  expect(store.getState().contacts).toEqual([]);

  store.dispatch(contactsLoaded([kim, kimOfDrive]));
  store.dispatch(contactAdded(sam));
  expect(store.getState().contacts).toEqual([kim, kimOfDrive, sam]);

  const renamed = { ...kim, name: "Kim N" };
  store.dispatch(contactEdited({ key: kim, contact: renamed }));
  expect(store.getState().contacts).toEqual([renamed, kimOfDrive, sam]);
  const moved = { ...renamed, number: "+61491570007" };
  store.dispatch(contactEdited({ key: kim, contact: moved }));
  expect(store.getState().contacts).toEqual([moved, kimOfDrive, sam]);

  store.dispatch(contactRemoved(moved));
  store.dispatch(contactRemoved({ ...kimOfDrive, show: "DRIVE" }));
  expect(store.getState().contacts).toEqual([sam]);
});

test("[CT2] editing or removing a missing number changes nothing", () => {
  const store = createStore();
  store.dispatch(contactsLoaded([kim]));

  store.dispatch(contactEdited({ key: sam, contact: sam }));
  store.dispatch(contactRemoved(sam));
  store.dispatch(contactRemoved(kimOfDrive));

  expect(store.getState().contacts).toEqual([kim]);
});

test("a colleague's change replaces an older version, and a removal removes the contact", () => {
  const store = createStore();
  store.dispatch(stationOpened("s"));
  store.dispatch(contactsLoaded([{ ...kim, version: 3 }, sam]));
  const newer = { ...sam, version: 2, number: "+61491570157" };

  const events = [
    { type: "contact.changed" as const, seq: 1, contact: { ...kim, version: 2 }, before: "" },
    { type: "contact.changed" as const, seq: 2, contact: newer, before: sam.number },
  ];
  store.dispatch(eventsReceived({ station: "s", events }));
  expect(store.getState().contacts).toEqual([{ ...kim, version: 3 }, newer]);

  const removed = { type: "contact.removed" as const, seq: 3, id: kim.id, number: kim.number };
  store.dispatch(eventsReceived({ station: "s", events: [removed] }));
  expect(store.getState().contacts).toEqual([newer]);
});
