import { createContext, useContext, useEffect, useId } from "react";

/** The forms with unsaved input: see `UnsavedFormsProvider`. */
export interface UnsavedForms {
  mark: (form: string, isDirty: boolean) => void;
  mayLeave: () => boolean;
}

export const UnsavedContext = createContext<UnsavedForms>({
  mark: () => undefined,
  mayLeave: () => true,
});

/** Marks a form with unsaved input, so that the page asks before the person leaves the form. */
export function useUnsavedGuard(isDirty: boolean): void {
  const { mark } = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    mark(id, isDirty);
    return () => mark(id, false);
  }, [mark, id, isDirty]);
}

export function useMayLeave(): () => boolean {
  return useContext(UnsavedContext).mayLeave;
}
