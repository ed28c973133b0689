import { Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { UndoView } from "./use-undo.ts";

import styles from "./UndoToasts.module.css";

export function UndoToasts({ leaving }: { leaving: UndoView[] }) {
  const t = useTranslations("undo");
  const newest = leaving.at(-1)?.id;
  function describe(view: UndoView): { words: string; name: string } {
    if (view.reason === "bulk") {
      const { count } = view;
      return { words: t("bulk", { count }), name: t("undoBulk", { count }) };
    }
    const { name, windowMs } = view;
    const seconds = String(windowMs / 1000);
    return { words: t(view.reason, { name, seconds }), name: t("undoName", { name }) };
  }
  return leaving.map((view) => {
    const { id, windowMs, undo } = view;
    const { words, name } = describe(view);
    return (
      <div key={id} className={styles["toast"]}>
        <span className={styles["words"]}>{words}</span>
        <Button
          icon={Undo2}
          className={styles["undo"]}
          aria-label={name}
          onClick={undo}
          {...(id === newest ? { shortcut: { command: "undo.last.key", keys: "z" } } : {})}
        >
          {t("undo")}
        </Button>
        <span
          className={styles["time"]}
          style={{ animationDuration: `${windowMs}ms` }}
          aria-hidden="true"
        />
      </div>
    );
  });
}
