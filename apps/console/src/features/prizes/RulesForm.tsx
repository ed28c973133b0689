import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import type { WinRules } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";

import styles from "./Prizes.module.css";

const MOST_STEPS = 10;
const LONGEST_WAIT = 730;

interface Step {
  from: string;
  days: string;
}

interface RulesFormProps {
  rules: WinRules;
  save: (rules: WinRules, seen: WinRules) => void;
  pending: boolean;
}

export function RulesForm({ rules, save, pending }: RulesFormProps) {
  const t = useTranslations("prizes");
  // The request contains these values as `seen`, because the person has not seen later changes.
  const [seen] = useState(rules);
  const [household, setHousehold] = useState(rules.household);
  const [steps, setSteps] = useState<Step[]>(() =>
    rules.tiers.map(({ fromCents, days }) => ({
      from: String(fromCents / 100),
      days: String(days),
    })),
  );
  const [collect, setCollect] = useState(String(rules.collectDays ?? ""));
  function change(index: number, changed: Partial<Step>): void {
    setSteps(steps.map((step, at) => (at === index ? { ...step, ...changed } : step)));
  }
  return (
    <form
      className={styles["form"]}
      aria-label={t("rules")}
      onSubmit={(event) => {
        event.preventDefault();
        const tiers = steps.map(({ from, days }) => ({
          fromCents: Math.round(Number(from) * 100),
          days: Number(days),
        }));
        const collectDays = collect === "" ? null : Number(collect);
        save({ household, tiers, collectDays }, seen);
      }}
    >
      <h3>{t("rules")}</h3>
      <Checkbox checked={household} onChange={setHousehold}>
        {t("countsHousehold")}
      </Checkbox>
      {steps.map((step, index) => (
        <StepFields
          // oxlint-disable-next-line react/no-array-index-key -- the index identifies a step
          key={index}
          step={step}
          number={index + 1}
          change={(changed) => change(index, changed)}
          remove={steps.length === 1 ? null : () => setSteps(steps.filter((_, at) => at !== index))}
        />
      ))}
      <CollectField value={collect} change={setCollect} />
      <div className={styles["buttons"]}>
        <Button type="submit" pending={pending}>
          {t("saveRules")}
        </Button>
        {steps.length >= MOST_STEPS ? null : (
          <Button
            look="quiet"
            icon={Plus}
            onClick={() => setSteps([...steps, { from: "", days: "" }])}
          >
            {t("addStep")}
          </Button>
        )}
      </div>
    </form>
  );
}

function CollectField({ value, change }: { value: string; change: (value: string) => void }) {
  const t = useTranslations("prizes");
  return (
    <label className={styles["step"]}>
      {t("collectDays")}
      <input
        className={styles["count"]}
        type="number"
        min={1}
        max={LONGEST_WAIT}
        step={1}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}

interface StepFieldsProps {
  step: Step;
  number: number;
  change: (changed: Partial<Step>) => void;
  remove: (() => void) | null;
}

function StepFields({ step, number, change, remove }: StepFieldsProps) {
  const t = useTranslations("prizes");
  return (
    <fieldset className={styles["step"]} aria-label={t("step", { number: String(number) })}>
      <label>
        {t("fromValue")}
        <input
          className={styles["count"]}
          type="number"
          min={0}
          max={1_000_000}
          step={0.01}
          required
          value={step.from}
          onChange={(event) => change({ from: event.target.value })}
        />
      </label>
      <label>
        {t("days")}
        <input
          className={styles["count"]}
          type="number"
          min={0}
          max={LONGEST_WAIT}
          step={1}
          required
          value={step.days}
          onChange={(event) => change({ days: event.target.value })}
        />
      </label>
      <Button
        look="quiet"
        icon={X}
        aria-label={t("removeStep", { number: String(number) })}
        onClick={remove}
      />
    </fieldset>
  );
}
