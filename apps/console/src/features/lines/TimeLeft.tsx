import { useCallback } from "react";
import { useTranslations } from "use-intl";

import { useFromNow } from "../../ui/time/TimeProvider.tsx";

import styles from "./Offers.module.css";

/** An offer stands for so long [DS17]. */
const OFFER_MS = 20_000;

/** "14 s", and a bar that runs out along the edge of the card. */
export function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("lines");
  const left = useCallback((now: number) => secondsLeft(until, now), [until]);
  const seconds = useFromNow(left);
  return (
    <>
      <span className={styles["seconds"]}>{t("seconds", { seconds: String(seconds) })}</span>
      <span
        className={styles["time"]}
        style={{ transform: `scaleX(${(seconds * 1_000) / OFFER_MS})` }}
        aria-hidden="true"
      />
    </>
  );
}

/** Never more than all of it, whatever the computer's clock says. */
function secondsLeft(until: string, now: number): number {
  const left = Math.ceil((Date.parse(until) - now) / 1_000);
  return Math.min(OFFER_MS / 1_000, Math.max(0, left));
}
