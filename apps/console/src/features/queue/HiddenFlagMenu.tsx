import { EyeOff } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import type { HiddenView } from "./queue-order.ts";

import styles from "./QueuePanel.module.css";

export function HiddenFlagMenu({ hidden }: { hidden: HiddenView }) {
  const t = useTranslations("queue");
  if (hidden.flags.length === 0) {
    return null;
  }
  return (
    <Menu
      trigger={
        <Button look="quiet" icon={EyeOff} className={styles["hide"]} title={t("hideFlags")}>
          {t("hideFlags")}
        </Button>
      }
      align="end"
      label={t("hideFlags")}
      entries={toEntries(hidden, t("hideFlags"))}
    />
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
