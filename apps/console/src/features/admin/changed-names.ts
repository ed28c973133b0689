import { createContext, useContext, useEffect, useId } from "react";

/** Receives the label of a field with an unsaved value; `null` when its value is the stored one. */
export type ReportChange = (field: string, label: string | null) => void;

/** Reports to the form of stored values that contains the field; `null` in any other form. */
export const ChangedNamesContext = createContext<ReportChange | null>(null);

/**
 * Reports a field's unsaved value to the save bar. Returns true when the field must mark it.
 */
export function useChangeReport(label: string, isChanged: boolean): boolean {
  const report = useContext(ChangedNamesContext);
  const id = useId();
  const isMarked = isChanged && report !== null;
  useEffect(() => {
    report?.(id, isMarked ? label : null);
    return () => report?.(id, null);
  }, [report, id, label, isMarked]);
  return isMarked;
}
