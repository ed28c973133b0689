import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { chooseContestLine } from "./choose-contest-line.ts";
import type { ContestStart, ContestView } from "./contest-view.ts";

import styles from "./ContestCard.module.css";

const MOST = 1_000;
const DEFAULT_COUNT = 10;
const LONGEST_TEXT = 300;

interface ContestFormProps {
  view: ContestView;
  start: (start: ContestStart) => void;
}

export function ContestForm({ view, start }: ContestFormProps) {
  const t = useTranslations("contest");
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [count, setCount] = useState<string | null>(null);
  const [earlyText, setEarly] = useState("");
  const [lateText, setLate] = useState("");
  const phoneLine = chosen ?? chooseContestLine(view.lines);
  const shownCount = count ?? String(view.callerCount ?? DEFAULT_COUNT);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        start({ phoneLine, callerCount: Number(shownCount), earlyText, lateText });
      }}
    >
      <SelectField
        label={t("line")}
        value={phoneLine}
        options={view.lines.map((line) => ({ value: line.id, label: line.name }))}
        onChange={setChosen}
      />
      <label htmlFor={`${id}-count`}>{t("count")}</label>
      <input
        id={`${id}-count`}
        className={styles["input"]}
        type="number"
        min={1}
        max={MOST}
        step={1}
        required
        value={shownCount}
        onChange={(event) => setCount(event.target.value)}
      />
      <SpokenField label={t("early")} value={earlyText} change={setEarly} />
      <SpokenField label={t("late")} value={lateText} change={setLate} />
      <p className={styles["muted"]}>{t("textPlace")}</p>
      <div className={styles["buttons"]}>
        <Button
          look="primary"
          size="call"
          type="submit"
          pending={view.pending}
          disabledReason={phoneLine === "" ? t("none") : null}
        >
          {t("start")}
        </Button>
      </div>
    </form>
  );
}

interface SpokenFieldProps {
  label: string;
  value: string;
  change: (value: string) => void;
}

function SpokenField({ label, value, change }: SpokenFieldProps) {
  const t = useTranslations("contest");
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles["input"]}
        maxLength={LONGEST_TEXT}
        placeholder={t("textHint")}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </>
  );
}
