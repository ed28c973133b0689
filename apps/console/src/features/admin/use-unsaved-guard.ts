import { createContext, useContext, useEffect, useId } from "react";

/** Which forms hold what is not saved: see `UnsavedFormsProvider`. */
export interface UnsavedForms {
  mark: (form: string, isDirty: boolean) => void;
  mayLeave: () => boolean;
}

export const UnsavedContext = createContext<UnsavedForms>({
  mark: () => undefined,
  mayLeave: () => true,
});

/** The form is asked about before it is left, while it holds what is not saved. */
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
