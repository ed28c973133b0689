import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import { findStationDay } from "@linedesk/contract";
import { DateField } from "../../../ui/DateField.tsx";
import { LazyWords } from "../../../ui/LazyWords.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useFromNow } from "../../../ui/time/TimeProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { useLineDetails } from "../use-station-details.ts";
import { analyticsMessages } from "./analytics-messages.ts";
import { AnalyticsView } from "./AnalyticsView.tsx";
import { type DayRange, findRange, type RangeName, useAnalytics, rangeNames } from "./day-range.ts";

import styles from "./Analytics.module.css";

const words = { analytics: analyticsMessages };

export function AnalyticsSection({ station }: { station: string }) {
  return (
    <LazyWords words={words}>
      <StationFigures station={station} />
    </LazyWords>
  );
}

function StationFigures({ station }: { station: string }) {
  const today = useFromNow((now) => findStationDay(new Date(now)));
  const [name, setName] = useState<RangeName>("week");
  const [custom, setCustom] = useState<DayRange>(() => findRange("week", today));
  const [line, setLine] = useState<string | null>(null);
  const range = name === "custom" ? custom : findRange(name, today);
  const fetched = useAnalytics(station, { ...range, line });
  const lines = useLineDetails(station);
  return (
    <div className={styles["page"]}>
      <RangeFields
        chosen={{ name, range, line }}
        today={today}
        lines={lines.status === "loaded" ? lines.data : []}
        setName={(chosen) => {
          // The fields of a custom range at first contain the days that were shown before.
          setCustom(range);
          setName(chosen);
        }}
        setRange={setCustom}
        setLine={setLine}
      />
      {fetched.status === "loaded" ? (
        <AnalyticsView answers={fetched.data} />
      ) : (
        <SectionState fetched={fetched} />
      )}
    </div>
  );
}

interface ChosenFigures {
  name: RangeName;
  range: DayRange;
  /** The phone line of the figures; `null` means all lines. */
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

function RangeFields({
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
      {name === "custom" ? (
        <>
          <DayField
            label={t("from")}
            value={range.from}
            max={range.to}
            set={(from) => setRange({ ...range, from })}
          />
          <DayField
            label={t("to")}
            value={range.to}
            max={today}
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
  max: string;
  set: (day: string) => void;
}

function DayField({ label, value, max, set }: DayFieldProps) {
  const id = useId();
  return (
    <div className={styles["day"]}>
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        value={value}
        max={max}
        onChange={(day) => {
          if (day !== null && day !== "") {
            set(day);
          }
        }}
      />
    </div>
  );
}
