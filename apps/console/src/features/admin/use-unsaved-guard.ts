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

/** Asks before the person leaves a form with unsaved input. */
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
