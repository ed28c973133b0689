import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { Missing } from "./use-station-details.ts";

/** Shows that a section loads, or why it could not be loaded. */
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
