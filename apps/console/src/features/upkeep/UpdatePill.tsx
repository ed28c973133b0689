import { RefreshCw } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";

import styles from "./UpdatePill.module.css";

interface UpdatePillProps {
  /** Is true while a call is on a line of this person; then the button is disabled. */
  onCall: boolean;
  reload: () => void;
}

export function UpdatePill({ onCall, reload }: UpdatePillProps) {
  const t = useTranslations("upkeep");
  return (
    <Button
      className={styles["pill"]}
      icon={RefreshCw}
      title={t("updateWords")}
      disabledReason={onCall ? t("afterCall") : null}
      onClick={reload}
    >
      {t("updateReady")}
    </Button>
  );
}
