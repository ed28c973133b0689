import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import { addDays, findStationDay } from "@linedesk/contract";
import { findDayEnd } from "../lib/find-day-start.ts";
import { endOfTerm, terms } from "../lib/terms.ts";
import { DateField } from "./DateField.tsx";
import { withWords } from "./LazyWords.tsx";
import { SelectField } from "./SelectField.tsx";
import { termMessages } from "./term-messages.ts";
import { useNow, useTimeFormats } from "./time/TimeProvider.tsx";

interface TermFieldProps {
  /** The end as an ISO time; with `null` the flag stays until it is removed. */
  value: string | null;
  /** Receives the new end; `null` when it may not be changed. */
  onChange: ((until: string | null) => void) | null;
}

const DATE = "date";
const CHOSEN = "chosen";

function Terms({ value, onChange }: TermFieldProps) {
  const t = useTranslations("term");
  const now = useNow();
  const formats = useTimeFormats();
  const [asksDay, setAsksDay] = useState(false);
  function choose(wanted: string): void {
    setAsksDay(wanted === DATE);
    const term = terms.find((one) => one === wanted);
    if (term !== undefined) {
      onChange?.(endOfTerm(term, now));
    }
  }
  const chosen =
    value === null
      ? []
      : [{ value: CHOSEN, label: t("until", { time: formats.full(Date.parse(value)) }) }];
  return (
    <SelectField
      label={t("holds")}
      value={asksDay ? DATE : value === null ? "always" : CHOSEN}
      options={[
        ...chosen,
        ...terms.map((term) => ({ value: term, label: t(term) })),
        { value: DATE, label: t(DATE) },
      ]}
      onChange={onChange === null ? null : choose}
    >
      {asksDay ? (
        <DayInput
          label={t("lastDay")}
          after={findStationDay(new Date(now))}
          choose={(day) => onChange?.(findDayEnd(day))}
        />
      ) : null}
    </SelectField>
  );
}

/** Sets a duration: one of the usual terms, or until the end of a day in Sydney. */
export const TermField = withWords(Terms, { term: termMessages });

interface DayInputProps {
  label: string;
  after: string;
  choose: (day: string) => void;
}

function DayInput({ label, after, choose }: DayInputProps): ReactNode {
  const [day, setDay] = useState("");
  return (
    <DateField
      label={label}
      value={day}
      min={after}
      max={addDays(after, 3_650)}
      onChange={(chosen) => {
        setDay(chosen ?? "");
        if (chosen !== null && chosen !== "") {
          choose(chosen);
        }
      }}
    />
  );
}
