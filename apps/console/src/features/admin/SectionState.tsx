import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SectionSkeleton } from "./SectionSkeleton.tsx";
import type { Missing } from "./use-station-details.ts";

import styles from "./Admin.module.css";

/** Shows that a section loads, or why it could not be loaded. */
export function SectionState({ fetched }: { fetched: Missing }) {
  const t = useTranslations("admin");
  if (fetched.status === "loading") {
    return <SectionSkeleton />;
  }
  return (
    <div className={styles["card"]}>
      <EmptyState title={fetched.words}>
        <Button onClick={fetched.retry}>{t("retry")}</Button>
      </EmptyState>
    </div>
  );
}
