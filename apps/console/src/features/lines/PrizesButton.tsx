import { Gift } from "lucide-react";
import { useTranslations } from "use-intl";

import { useOpenPrizes } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";

import styles from "./TimelineButton.module.css";

export function PrizesButton({ call }: { call: string }) {
  const t = useTranslations("lines");
  const openPrizes = useOpenPrizes();
  return (
    <Button
      look="quiet"
      className={styles["open"]}
      icon={Gift}
      title={t("prizes")}
      aria-label={t("prizes")}
      onClick={() => openPrizes(call)}
    >
      {t("prizes")}
    </Button>
  );
}
