import { Lock } from "lucide-react";
import { useTranslations } from "use-intl";

import { OnAirLamp } from "../../ui/StateBadge.tsx";
import type { LineCallView } from "./line-view.ts";

import styles from "./LineCard.module.css";

/** Shows whether the person is on both lines, and what the public hears. */
export function Besides({ besides }: Pick<LineCallView, "besides">) {
  const t = useTranslations("lines");
  if (besides === null || besides === "bothLines") {
    return besides === null ? null : <strong className={styles["besides"]}>{t(besides)}</strong>;
  }
  const isPrivate = besides === "privateLine";
  return (
    <strong className={styles["private"]} data-air={isPrivate ? undefined : ""}>
      {isPrivate ? <Lock size={15} aria-hidden="true" /> : <OnAirLamp size={15} />}
      {t(besides)}
    </strong>
  );
}
