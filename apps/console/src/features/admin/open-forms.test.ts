import { describe, expect, test } from "vitest";

import { noOpenForms, type OpenFormsEvent, reduceOpenForms } from "./open-forms.ts";
import type { UnsavedForm } from "./save-bar.ts";

const changed: UnsavedForm = {
  names: ["Name"],
  pending: false,
  refused: null,
  save: () => undefined,
  discard: () => undefined,
};

function after(...events: OpenFormsEvent[]) {
  return events.reduce(reduceOpenForms, noOpenForms);
}

describe("in the save bar of a section", () => {
  const edited: OpenFormsEvent = { type: "shown", form: "station", unsaved: changed };
  const sending: OpenFormsEvent = {
    type: "shown",
    form: "station",
    unsaved: { ...changed, pending: true },
  };
  const stored: OpenFormsEvent = { type: "shown", form: "station", unsaved: null };

  test("Saved stays after the request of a saved form has ended", () => {
    const forms = after(edited, sending, { type: "saved" }, edited, stored);

    expect(forms.isSaved).toBe(true);
    expect(forms.unsaved.size).toBe(0);
  });

  test("Saved disappears at the next change of a stored form", () => {
    expect(after(edited, { type: "saved" }, stored, edited).isSaved).toBe(false);
  });

  test("Saved disappears when another section opens", () => {
    const forms = after(edited, { type: "saved" }, stored, { type: "section opened" });

    expect(forms.isSaved).toBe(false);
  });

  test("a form that closes unchanged causes no change", () => {
    expect(after(stored)).toBe(noOpenForms);
  });
});
