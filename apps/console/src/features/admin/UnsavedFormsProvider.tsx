import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { UnsavedContext, type UnsavedForms } from "./use-unsaved-guard.ts";

export function UnsavedFormsProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("admin");
  const dirty = useRef(new Set<string>());
  const forms = useMemo<UnsavedForms>(
    () => ({
      mark: (form, isDirty) => {
        if (isDirty) {
          dirty.current.add(form);
        } else {
          dirty.current.delete(form);
        }
      },
      // oxlint-disable-next-line no-alert -- closing the tab asks in the same way
      mayLeave: () => dirty.current.size === 0 || window.confirm(t("leave")),
    }),
    [t],
  );
  useBlocker({
    shouldBlockFn: () => !forms.mayLeave(),
    enableBeforeUnload: () => dirty.current.size > 0,
  });
  return <UnsavedContext value={forms}>{children}</UnsavedContext>;
}
