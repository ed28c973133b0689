import { useTranslations } from "use-intl";

import { Button } from "./Button.tsx";
import { exportMessages } from "./export-messages.ts";
import { withWords } from "./LazyWords.tsx";

import styles from "./ExportProgress.module.css";

interface ExportProgressProps {
  progress: { count: number; total: number | null; stop: () => void };
  words?: string;
}

function Progress({ progress: { count, total, stop }, words }: ExportProgressProps) {
  const t = useTranslations("exports");
  const text = words ?? (total === null ? t("soFar", { count }) : t("of", { count, total }));
  return (
    <div className={styles["progress"]}>
      {total === null ? null : (
        <progress aria-label={text} max={Math.max(1, total)} value={count} />
      )}
      <output>{text}</output>
      <Button onClick={stop}>{t("stop")}</Button>
    </div>
  );
}

/** Replaces an export's button while it runs, with its progress and a way to cancel it. */
export const ExportProgress = withWords(Progress, { exports: exportMessages });
