import { useBlocker } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

/** Asks before what was typed is left behind, by the browser's own question [AD24]. */
export function useUnsavedGuard(isDirty: boolean): void {
  const t = useTranslations("admin");
  useBlocker({
    // oxlint-disable-next-line no-alert -- closing the tab asks in the same way
    shouldBlockFn: () => isDirty && !window.confirm(t("leave")),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
