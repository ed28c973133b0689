import { PhoneMissed } from "lucide-react";
import { useTranslations } from "use-intl";

import styles from "./CutOffs.module.css";

/** Shows in the bar how many callers still have to be called back, and opens the list. */
export function CutOffCount({ count, open }: { count: number; open: () => void }) {
  const t = useTranslations("cutOffs");
  return (
    <button type="button" className={styles["count"]} onClick={open}>
      <PhoneMissed size={16} aria-hidden="true" />
      {t("bar", { count: String(count) })}
    </button>
  );
}
