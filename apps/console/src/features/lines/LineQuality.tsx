import { useTranslations } from "use-intl";

import { qualityWord } from "../../client/softphone/quality-word.ts";
import { LazyWords } from "../../ui/LazyWords.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { useDecimals } from "../../ui/use-decimals.ts";
import type { LineCallView } from "./line-view.ts";
import { findQualityAdvice } from "./quality-advice.ts";
import { qualityMessages } from "./quality-messages.ts";

import styles from "./LineQuality.module.css";

const qualityWords = { lineQuality: qualityMessages };

export function LineQuality(props: { call: LineCallView }) {
  return (
    <LazyWords words={qualityWords}>
      <Quality {...props} />
    </LazyWords>
  );
}

function Quality({ call }: { call: LineCallView }) {
  const t = useTranslations("lineQuality");
  const decimals = useDecimals();
  const { quality } = call;
  const advice = findQualityAdvice(call.warnings);
  const isOver = call.state.status === "ended";
  if (isOver || (quality === null && advice.length === 0)) {
    return null;
  }
  const words =
    quality === null
      ? t("warning")
      : t("mos", { mos: decimals(quality.mos, 1), word: t(`word.${qualityWord(quality.mos)}`) });
  return (
    <Popover
      title={t("title")}
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
        <p className={styles["fine"]}>{t("fine")}</p>
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
