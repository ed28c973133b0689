import { Trophy } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Contest } from "@linedesk/contract";

import styles from "./ContestCard.module.css";

export function ContestNote({ contest }: { contest: Contest | null }) {
  const t = useTranslations("station");
  if (contest === null) {
    return null;
  }
  const { counted, callerCount, startedBy: name } = contest;
  return (
    <span className={styles["note"]}>
      <Trophy size={14} aria-hidden="true" />
      <span className={styles["noteWords"]} data-short={`${counted}/${callerCount}`}>
        {t("contest", { counted: String(counted), count: String(callerCount), name })}
      </span>
    </span>
  );
}
