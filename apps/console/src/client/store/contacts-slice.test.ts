import { expect, test } from "vitest";

import { contactAdded, contactEdited, contactRemoved, contactsLoaded } from "./contacts-slice.ts";
import { createStore } from "./store.ts";

const kim = { number: "+61491570006", name: "Kim Ng" };
const sam = { number: "+61491570156", name: "Sam Tran" };

test("[CT2] contacts are none at first, and are loaded, added, edited and removed by number", () => {
  const store = createStore();
  expect(store.getState().contacts).toEqual([]);

  store.dispatch(contactsLoaded([kim]));
  store.dispatch(contactAdded(sam));
  expect(store.getState().contacts).toEqual([kim, sam]);

  const renamed = { ...kim, name: "Kim Nguyen" };
  store.dispatch(contactEdited({ number: kim.number, contact: renamed }));
  expect(store.getState().contacts).toEqual([renamed, sam]);
  const moved = { ...renamed, number: "+61491570007" };
  store.dispatch(contactEdited({ number: kim.number, contact: moved }));
  expect(store.getState().contacts).toEqual([moved, sam]);

  store.dispatch(contactRemoved(moved.number));
  expect(store.getState().contacts).toEqual([sam]);
});

test("[CT3] editing or removing a number that is not there changes nothing", () => {
  const store = createStore();
  store.dispatch(contactsLoaded([kim]));

  store.dispatch(contactEdited({ number: sam.number, contact: sam }));
  store.dispatch(contactRemoved(sam.number));

  expect(store.getState().contacts).toEqual([kim]);
});
