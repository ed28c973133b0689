import { type ReactNode, useState } from "react";

import { addDays, findStationDay } from "@linedesk/contract";
import { findDayEnd } from "../lib/find-day-start.ts";
import { endOfTerm, type Term, terms } from "../lib/terms.ts";
import { SelectField } from "./SelectField.tsx";
import { useNow, useTimeFormats } from "./time/TimeProvider.tsx";

import styles from "./Field.module.css";

interface TermFieldProps {
  label: string;
  words: Record<Term | "date", string> & { dateLabel: string; until: (time: string) => string };
  /** Null holds until it is removed. */
  value: string | null;
  /** Null where it may not be changed. */
  onChange: ((until: string | null) => void) | null;
}

const DATE = "date";
const CHOSEN = "chosen";

/** How long something holds: by one of the usual terms, or until a day is over in Sydney. */
export function TermField({ label, words, value, onChange }: TermFieldProps) {
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
    value === null ? [] : [{ value: CHOSEN, label: words.until(formats.full(Date.parse(value))) }];
  return (
    <SelectField
      label={label}
      value={asksDay ? DATE : value === null ? "always" : CHOSEN}
      options={[
        ...chosen,
        ...terms.map((term) => ({ value: term, label: words[term] })),
        { value: DATE, label: words.date },
      ]}
      onChange={onChange === null ? null : choose}
    >
      {asksDay ? (
        <DayInput
          label={words.dateLabel}
          after={findStationDay(new Date(now))}
          choose={(day) => onChange?.(findDayEnd(day))}
        />
      ) : null}
    </SelectField>
  );
}

interface DayInputProps {
  label: string;
  after: string;
  choose: (day: string) => void;
}

function DayInput({ label, after, choose }: DayInputProps): ReactNode {
  return (
    <input
      type="date"
      className={styles["input"]}
      aria-label={label}
      min={after}
      max={addDays(after, 3_650)}
      onChange={({ currentTarget: { value, validity } }) => {
        if (value !== "" && validity.valid) {
          choose(value);
        }
      }}
    />
  );
}
