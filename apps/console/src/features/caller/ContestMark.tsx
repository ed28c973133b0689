import { Trophy } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";

import styles from "./CallerPanel.module.css";

/** The caller's place in the contest, or why there is none [CW8]. */
export function ContestMark({ contest }: { contest: Call["contest"] }) {
  const t = useTranslations("caller");
  if (contest === null) {
    return null;
  }
  const { outcome, place, callerCount } = contest;
  const words =
    place === null
      ? t("notCounted", { why: t(`contest.${outcome}`) })
      : t("counted", {
          place: String(place),
          count: String(callerCount),
          what: t(`contest.${outcome}`),
        });
  return (
    <p className={styles["contest"]} data-outcome={outcome}>
      <Trophy size={14} aria-hidden="true" />
      {words}
    </p>
  );
}
