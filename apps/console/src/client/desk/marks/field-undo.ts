import type { Call } from "@linedesk/contract";
import { selectCall } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import type { UndoStep } from "../requests/undo-history.ts";
import type { CallerField } from "./save-caller-field.ts";

interface FieldUndoDeps {
  store: Store;
  actions: {
    editCaller: (call: string, field: CallerField, value: string, seen: string) => Promise<void>;
  };
}

interface FieldEdit {
  call: string;
  field: CallerField;
  from: string;
  to: string;
}

/** Returns the step that restores the text of a field, while nobody has changed it since. */
export function createFieldUndo(
  { store, actions }: FieldUndoDeps,
  { call, field, from, to }: FieldEdit,
): UndoStep {
  return {
    isPossible: () => {
      const state = store.getState();
      const known = selectCall(state, call);
      const edit = state.desk.edits[`${call}:${field}`];
      return known !== null && (edit?.value ?? readField(known, field)) === to;
    },
    run: () => actions.editCaller(call, field, from, to),
  };
}

function readField({ caller, description }: Call, field: CallerField): string {
  switch (field) {
    case "name":
      return caller.name ?? "";
    case "place":
      return caller.location ?? "";
    case "point":
      return description;
    case "number":
      return caller.number === null ? "" : caller.numberDisplay;
  }
}
