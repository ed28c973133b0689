import { Check, Circle, LoaderCircle, TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { useDecimals } from "../../ui/use-decimals.ts";
import { CHECK_STEPS, type StepState, type SoundCheckView } from "./sound-check.ts";

import styles from "./SoundCheckCard.module.css";

/** Shows the steps of the sound check, each with its result. */
export function SoundCheckCard({ view }: { view: SoundCheckView }) {
  const t = useTranslations("soundCheck");
  const { check, run, answer, recordAndPlay } = view;
  const wasRun = check.network.status !== "idle";
  return (
    <div className={styles["check"]}>
      <p className={styles["intro"]}>{t("intro")}</p>
      <div className={styles["buttons"]}>
        <Button look="primary" pending={run === null} onClick={() => run?.()}>
          {t(run === null ? "running" : wasRun ? "again" : "run")}
        </Button>
        <Button
          title={t("recordHint")}
          pending={recordAndPlay === null}
          onClick={() => recordAndPlay?.()}
        >
          {t("record")}
        </Button>
      </div>
      <ul>
        {CHECK_STEPS.map((step) => (
          <li key={step} className={styles["step"]} data-status={check[step].status}>
            <StepSign status={check[step].status} />
            <span className={styles["name"]}>{t(`step.${step}`)}</span>
            <output className={styles["words"]}>
              <StepWords state={check[step]} />
            </output>
            {step === "microphone" && check[step].status === "running" ? (
              <Meter readLevel={view.readLevel} wide />
            ) : null}
            {step === "speaker" && answer !== null ? (
              <span className={styles["answers"]}>
                <Button onClick={() => answer(true)}>{t("heard")}</Button>
                <Button onClick={() => answer(false)}>{t("unheard")}</Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <LastTest last={view.last} />
    </div>
  );
}

const signs = {
  idle: Circle,
  running: LoaderCircle,
  asking: Circle,
  passed: Check,
  failed: TriangleAlert,
} as const;

function StepSign({ status }: { status: StepState["status"] }) {
  const Icon = signs[status];
  return <Icon className={styles["sign"]} size={16} strokeWidth={1.75} aria-hidden="true" />;
}

function StepWords({ state }: { state: StepState }) {
  const t = useTranslations("soundCheck");
  const decimals = useDecimals();
  switch (state.status) {
    case "idle":
    case "running":
      return t(`status.${state.status}`);
    case "asking":
      return t("asking");
    case "failed":
      return state.words;
    case "passed": {
      const { verdict } = state;
      return verdict === null
        ? t("status.passed")
        : t("verdict", { word: t(`word.${verdict.word}`), mos: decimals(verdict.mos, 2) });
    }
  }
}

function LastTest({ last }: Pick<SoundCheckView, "last">) {
  const t = useTranslations("soundCheck");
  const decimals = useDecimals();
  const formats = useTimeFormats();
  if (last === null) {
    return null;
  }
  const { verdict } = last;
  const words =
    verdict === null
      ? t("lastFailed")
      : t("verdict", { word: t(`word.${verdict.word}`), mos: decimals(verdict.mos, 2) });
  return (
    <p className={styles["last"]}>
      {t("last", { words, time: formats.full(Date.parse(last.at)) })}
    </p>
  );
}
