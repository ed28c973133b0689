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

/** In place of the button of an export while it is read: how far it is, and its end. */
export const ExportProgress = withWords(Progress, { exports: exportMessages });
