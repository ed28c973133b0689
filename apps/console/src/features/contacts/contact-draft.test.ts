import { expect, test } from "vitest";

import { aContact } from "../../testing/a-contact.ts";
import {
  listOwnChanges,
  listTheirChanges,
  mergeTheirs,
  toContactDraft,
  toFields,
} from "./contact-draft.ts";

const seen = aContact({ name: "Kim Ng", tags: ["guest", "council"], note: "Mornings" });
const theirs = aContact({ ...seen, name: "Kim Nguyen", favourite: true, version: 2 });

test("the draft has no spaces around its fields, and no empty or repeated tags", () => {
  const fields = {
    ...toFields(seen),
    name: " Kim ",
    tags: " guest,, council , guest",
    show: " D ",
  };

  expect(toContactDraft(fields)).toEqual({
    owner: "station",
    show: "D",
    number: "0491 570 006",
    name: "Kim",
    tags: ["guest", "council"],
    note: "Mornings",
  });
});

test("unchanged fields are not sent", () => {
  const fields = toFields(seen);

  expect(listOwnChanges(seen, fields)).toEqual({});
  expect(listOwnChanges(seen, { ...fields, number: "0491 570 156", tags: "guest" })).toEqual({
    number: "0491 570 156",
    tags: ["guest"],
  });
  expect(listOwnChanges(seen, { ...fields, note: "", name: "K" })).toEqual({ note: "", name: "K" });
});

test("[CT14] a person sees field by field what a colleague has changed", () => {
  expect(listTheirChanges(seen, theirs)).toEqual([
    { field: "name", before: "Kim Ng", now: "Kim Nguyen" },
    { field: "favourite", before: false, now: true },
  ]);
  expect(listTheirChanges(seen, seen)).toEqual([]);
});

test("[CT14] the person's own changes stay when the form takes a colleague's changes", () => {
  const fields = { ...toFields(seen), note: "Evenings" };

  expect(mergeTheirs(seen, { theirs, fields })).toEqual({ ...toFields(theirs), note: "Evenings" });
});
