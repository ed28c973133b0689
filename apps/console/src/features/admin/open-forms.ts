import type { UnsavedForm } from "./save-bar.ts";

/** The unsaved forms of a section, by id, and whether a form was saved since the last change. */
export interface OpenForms {
  readonly unsaved: ReadonlyMap<string, UnsavedForm>;
  readonly isSaved: boolean;
}

export type OpenFormsEvent =
  | { type: "shown"; form: string; unsaved: UnsavedForm | null }
  | { type: "section opened" }
  | { type: "saved" };

export const noOpenForms: OpenForms = { unsaved: new Map(), isSaved: false };

/**
 * Returns the forms after an event. The first unsaved change of a form removes the word "saved". A
 * form whose request has just ended reports its values as unsaved once more, which keeps the word.
 */
export function reduceOpenForms(before: OpenForms, event: OpenFormsEvent): OpenForms {
  if (event.type === "saved") {
    return { ...before, isSaved: true };
  }
  if (event.type === "section opened") {
    return before.isSaved ? { ...before, isSaved: false } : before;
  }
  const { form, unsaved } = event;
  const isKnown = before.unsaved.has(form);
  if (unsaved === null) {
    return isKnown ? { ...before, unsaved: without(before.unsaved, form) } : before;
  }
  return {
    unsaved: new Map([...without(before.unsaved, form), [form, unsaved]]),
    isSaved: isKnown && before.isSaved,
  };
}

function without(
  forms: ReadonlyMap<string, UnsavedForm>,
  form: string,
): ReadonlyMap<string, UnsavedForm> {
  return new Map([...forms].filter(([other]) => other !== form));
}
