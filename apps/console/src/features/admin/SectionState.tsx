import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { Missing } from "./use-station-details.ts";

/** While a section has nothing to show: that it loads, or why it could not. */
export function SectionState({ fetched }: { fetched: Missing }) {
  const t = useTranslations("admin");
  if (fetched.status === "loading") {
    return <output>{t("loading")}</output>;
  }
  return (
    <EmptyState title={fetched.words}>
      <Button onClick={fetched.retry}>{t("retry")}</Button>
    </EmptyState>
  );
}
