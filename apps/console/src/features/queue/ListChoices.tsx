import { EyeOff, X } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { HiddenView, QueueOrderView } from "./queue-order.ts";

import styles from "./QueuePanel.module.css";

/** Who is selected, and who is not in the list. */
export function ListChoices({ order }: { order: QueueOrderView }) {
  const t = useTranslations("queue");
  const { picks, hidden } = order;
  const picked = picks?.picked.size ?? 0;
  return (
    <div className={styles["choices"]}>
      {picked === 0 ? null : (
        <>
          <span className={styles["count"]}>{t("pickedCount", { count: String(picked) })}</span>
          <Button look="quiet" icon={X} aria-label={t("pickedClear")} onClick={picks?.clear} />
        </>
      )}
      {hidden.count === 0 ? null : (
        <>
          <span className={styles["count"]}>
            {t("hiddenCount", { count: String(hidden.count) })}
          </span>
          <Button aria-pressed={hidden.isShown} onClick={() => hidden.show(!hidden.isShown)}>
            {t(hidden.isShown ? "hiddenHide" : "hiddenShow")}
          </Button>
        </>
      )}
      {hidden.flags.length === 0 ? null : (
        <Menu
          trigger={
            <Button look="quiet" icon={EyeOff} aria-label={t("hideFlags")} title={t("hideFlags")} />
          }
          align="end"
          label={t("hideFlags")}
          entries={toEntries(hidden, t("hideFlags"))}
        />
      )}
    </div>
  );
}

function toEntries({ flags, toggle }: HiddenView, label: string): MenuEntry[] {
  return [
    { type: "heading", key: "heading", label },
    ...flags.map(({ id, name, isHidden }): MenuEntry => ({
      type: "choice",
      key: id,
      label: name,
      checked: isHidden,
      run: () => toggle(id),
    })),
  ];
}
