import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";

import styles from "./OtherTabCard.module.css";

interface OtherTabCardProps {
  callers: readonly string[];
  takeOver: () => void;
}

export function OtherTabCard({ callers, takeOver }: OtherTabCardProps) {
  const t = useTranslations("tabs");
  const names = callers.join(", ");
  return (
    <Panel label={t("title")} className={styles["card"]}>
      <div className={styles["words"]}>
        <h2>{t("title")}</h2>
        <p className={styles["muted"]}>{t("words")}</p>
        {names === "" ? null : (
          <p className={styles["muted"]}>{t("onLine", { names, count: callers.length })}</p>
        )}
      </div>
      <Button look="primary" size="call" onClick={takeOver}>
        {t("takeOver")}
      </Button>
    </Panel>
  );
}
