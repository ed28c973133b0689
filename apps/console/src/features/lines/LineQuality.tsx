import { useTranslations } from "use-intl";

import { Popover } from "../../ui/Popover.tsx";
import { useDecimals } from "../../ui/use-decimals.ts";
import type { LineCallView } from "./line-view.ts";
import { findQualityAdvice } from "./quality-advice.ts";

import styles from "./LineQuality.module.css";

export function LineQuality({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  const decimals = useDecimals();
  const { quality } = call;
  const advice = findQualityAdvice(call.warnings);
  const isOver = call.state.status === "ended";
  if (isOver || (quality === null && advice.length === 0)) {
    return null;
  }
  const words =
    quality === null
      ? t("qualityWarning")
      : t("quality", { mos: decimals(quality.mos, 1), word: t(`word.${quality.word}`) });
  return (
    <Popover
      title={t("qualityTitle")}
      trigger={
        <button type="button" className={styles["quality"]} data-warned={advice.length > 0}>
          {words}
        </button>
      }
    >
      {quality === null ? null : (
        <dl className={styles["facts"]}>
          <dt>{t("jitter")}</dt>
          <dd>{t("ms", { value: String(Math.round(quality.jitterMs)) })}</dd>
          <dt>{t("roundTrip")}</dt>
          <dd>{t("ms", { value: String(Math.round(quality.roundTripMs)) })}</dd>
          <dt>{t("loss")}</dt>
          <dd>{t("percent", { value: decimals(quality.lossPercent, 1) })}</dd>
        </dl>
      )}
      {advice.length === 0 ? (
        <p className={styles["fine"]}>{t("qualityFine")}</p>
      ) : (
        <ul className={styles["advice"]}>
          {advice.map((one) => (
            <li key={one}>{t(`advice.${one}`)}</li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
