import { useTranslations } from "use-intl";

import { SelectField } from "../../../ui/SelectField.tsx";
import type { DayRange } from "./day-range.ts";
import { rangeNames, type RangeName } from "./day-range.ts";

import styles from "./Analytics.module.css";

export interface ChosenFigures {
  name: RangeName;
  range: DayRange;
  /** Null: of all lines. */
  line: string | null;
}

interface RangeFieldsProps {
  chosen: ChosenFigures;
  today: string;
  lines: readonly { id: string; name: string }[];
  setName: (name: RangeName) => void;
  setRange: (range: DayRange) => void;
  setLine: (line: string | null) => void;
}

export function RangeFields({
  chosen: { name, range, line },
  today,
  lines,
  setName,
  setRange,
  setLine,
}: RangeFieldsProps) {
  const t = useTranslations("analytics");
  return (
    <div className={styles["fields"]}>
      <SelectField
        label={t("range")}
        value={name}
        options={rangeNames.map((value) => ({ value, label: t(`ranges.${value}`) }))}
        onChange={(value) => setName(rangeNames.find((one) => one === value) ?? "week")}
      />
      {name === "own" ? (
        <>
          <DayField
            label={t("from")}
            value={range.from}
            most={range.to}
            set={(from) => setRange({ ...range, from })}
          />
          <DayField
            label={t("to")}
            value={range.to}
            most={today}
            set={(to) => setRange({ from: range.from > to ? to : range.from, to })}
          />
        </>
      ) : null}
      <SelectField
        label={t("line")}
        value={line ?? ""}
        options={[
          { value: "", label: t("allLines") },
          ...lines.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        onChange={(value) => setLine(value === "" ? null : value)}
      />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  most: string;
  set: (day: string) => void;
}

function DayField({ label, value, most, set }: DayFieldProps) {
  return (
    <label className={styles["day"]}>
      {label}
      <input
        type="date"
        value={value}
        max={most}
        onChange={({ target }) => {
          if (target.validity.valid && target.value !== "") {
            set(target.value);
          }
        }}
      />
    </label>
  );
}
