import { Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useWorkingShortcut } from "../../ui/keys/use-working-shortcut.ts";
import { withWords } from "../../ui/LazyWords.tsx";
import { undoMessages } from "./undo-messages.ts";
import type { UndoView } from "./use-undoable.ts";

import styles from "./UndoToasts.module.css";

const undoKeys = {
  single: toShortcut(findKey("undo", "page")),
  chord: toShortcut(findKey("undo", "anywhere")),
};

function Toasts({ leaving }: { leaving: UndoView[] }) {
  const t = useTranslations("undo");
  const actions = useTranslations("deskActions");
  const newest = leaving.at(-1)?.id;
  const shortcut = useWorkingShortcut(undoKeys);
  function describe(view: UndoView): { words: string; name: string } {
    if (view.reason === "bulk") {
      const { count } = view;
      return { words: t("bulk", { count }), name: t("undoBulk", { count }) };
    }
    const { name, windowMs } = view;
    const seconds = String(windowMs / 1000);
    return {
      words: t(view.reason, { name, seconds }),
      name: actions("bring_back.named", { name }),
    };
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
          {...(id === newest ? { shortcut } : {})}
        >
          {actions("bring_back.name")}
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

export const UndoToasts = withWords(Toasts, { undo: undoMessages });
