import { ListOrdered } from "lucide-react";
import { useTranslations } from "use-intl";

import { useOpenTimeline } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";

import styles from "./TimelineButton.module.css";

export function TimelineButton({ call }: { call: string }) {
  const t = useTranslations("lines");
  const openTimeline = useOpenTimeline();
  return (
    <Button
      look="quiet"
      className={styles["open"]}
      icon={ListOrdered}
      title={t("timeline")}
      aria-label={t("timeline")}
      onClick={() => openTimeline(call)}
    >
      {t("timelineShort")}
    </Button>
  );
}
