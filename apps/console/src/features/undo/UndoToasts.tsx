import { Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { UndoView } from "./use-undo.ts";

import styles from "./UndoToasts.module.css";

/** Each stands for as long as the caller can be brought back; the bar shows how long that is. */
export function UndoToasts({ leaving }: { leaving: UndoView[] }) {
  const t = useTranslations("undo");
  const newest = leaving.at(-1)?.id;
  return leaving.map(({ id, reason, name, windowMs, undo }) => (
    <div key={id} className={styles["toast"]}>
      <span className={styles["words"]}>
        {t(reason, { name, seconds: String(windowMs / 1000) })}
      </span>
      <Button
        icon={Undo2}
        className={styles["undo"]}
        aria-label={t("undoName", { name })}
        onClick={undo}
        {...(id === newest ? { keys: "Z" } : {})}
      >
        {t("undo")}
      </Button>
      <span
        className={styles["time"]}
        style={{ animationDuration: `${windowMs}ms` }}
        aria-hidden="true"
      />
    </div>
  ));
}
