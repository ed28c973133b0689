import { useTranslations } from "use-intl";

import { OFFER_SECONDS, useOfferSeconds } from "../../ui/time/use-offer-seconds.ts";

import styles from "./Offers.module.css";

/** "14 s", and a bar that runs out along the edge of the card. */
export function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("lines");
  const seconds = useOfferSeconds(until);
  return (
    <>
      <span className={styles["seconds"]}>{t("seconds", { seconds: String(seconds) })}</span>
      <span
        className={styles["time"]}
        style={{ transform: `scaleX(${seconds / OFFER_SECONDS})` }}
        aria-hidden="true"
      />
    </>
  );
}
