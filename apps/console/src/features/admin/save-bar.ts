import { createContext, useContext, useEffect, useId } from "react";

/** A form with unsaved values, as the save bar of the page shows it. */
export interface UnsavedForm {
  /** The labels of the changed fields. */
  names: readonly string[];
  pending: boolean;
  /** The reason why the last attempt failed. */
  refused: string | null;
  save: () => void;
  discard: () => void;
}

export interface SaveBarForms {
  show: (form: string, unsaved: UnsavedForm | null) => void;
  /** Reports that a form has saved its values. */
  saved: () => void;
}

export const SaveBarContext = createContext<SaveBarForms>({
  show: () => undefined,
  saved: () => undefined,
});

/** Shows a form in the save bar while it has unsaved values. */
export function useSaveBar(unsaved: UnsavedForm | null): void {
  const { show } = useContext(SaveBarContext);
  const id = useId();
  useEffect(() => show(id, unsaved), [show, id, unsaved]);
  useEffect(() => () => show(id, null), [show, id]);
}
