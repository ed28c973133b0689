import { useTranslations } from "use-intl";

import type { EndpointAnswer, listIntegrations } from "@linedesk/contract";

import styles from "../Admin.module.css";

interface PromotionCardProps {
  promotion: EndpointAnswer<typeof listIntegrations>["promotion"];
}

/** The system that the configuration names; nothing of it is changed here [AD69]. */
export function PromotionCard({ promotion: { host, state } }: PromotionCardProps) {
  const t = useTranslations("integrations");
  const isUp = state.state === "up";
  return (
    <section className={styles["card"]} aria-label={t("promotion")}>
      <h3>{t("promotion")}</h3>
      <span>
        {host === null ? t("promotionNone") : t(isUp ? "promotionUp" : "promotionDown", { host })}
        {state.waiting === 0 ? null : (
          <span className={styles["quiet"]}>{t("waiting", { count: state.waiting })}</span>
        )}
      </span>
    </section>
  );
}
