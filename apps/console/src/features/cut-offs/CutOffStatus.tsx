import { Check } from "lucide-react";
import { useTranslations } from "use-intl";

import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import type { CutOffRow } from "./cut-off-row.ts";

import styles from "./CutOffs.module.css";

/** Shows what has happened with the caller since the failure. */
export function CutOffStatus({ row }: { row: CutOffRow }) {
  const t = useTranslations("cutOffs");
  switch (row.type) {
    case "open":
      return null;
    case "noNumber":
      return <span className={styles["quiet"]}>{t("noNumber")}</span>;
    case "released":
      return <span className={styles["quiet"]}>{t("goneWords")}</span>;
    case "rings":
      return (
        <span className={styles["rings"]}>
          {t("rings", { name: row.by })} <Elapsed since={row.since} />
        </span>
      );
    case "queued":
      return (
        <span className={styles["rings"]}>{t("queuedAt", { place: String(row.position) })}</span>
      );
    case "rungBack":
      return <Done words={t("rungBack")} />;
    case "rangAgain":
      return (
        <Done
          words={
            row.position === null
              ? t("rangAgain")
              : t("rangAgainAt", { place: String(row.position) })
          }
        />
      );
  }
}

function Done({ words }: { words: string }) {
  return (
    <span className={styles["done"]}>
      <Check size={14} aria-hidden="true" />
      {words}
    </span>
  );
}
