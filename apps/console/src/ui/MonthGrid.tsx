import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { type DateTimeFormatOptions, useFormatter, useTranslations } from "use-intl";

import { addDays, findStationDay } from "@linedesk/contract";
import { Button } from "./Button.tsx";
import { addMonths, listMonthDays } from "./month-days.ts";
import { useNow } from "./time/TimeProvider.tsx";

import styles from "./DateField.module.css";

interface MonthGridProps {
  /** The chosen ISO day, or an empty text. */
  chosen: string;
  min: string | undefined;
  max: string | undefined;
  choose: (day: string) => void;
}

const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

const WEEKS = [0, 7, 14, 21, 28, 35];

/** Shows a month. Arrow keys move by days and weeks, Page Up and Page Down by months. */
export function MonthGrid(props: MonthGridProps) {
  const { chosen } = props;
  const t = useTranslations("dates");
  const write = useWrittenDay();
  const today = findStationDay(new Date(useNow()));
  const [at, setAt] = useState(chosen === "" ? today : chosen);
  const grid = useFocusOfDay(at);
  const days = listMonthDays(at.slice(0, 7));
  function move(event: KeyboardEvent): void {
    const next = steps[event.key]?.(at);
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    }
  }
  const step = (months: number) => setAt(addMonths(at, months));
  return (
    <div className={styles["month"]}>
      <div className={styles["head"]}>
        <Button
          look="quiet"
          icon={ChevronLeft}
          aria-label={t("previous")}
          onClick={() => step(-1)}
        />
        <strong aria-live="polite">{write(at, { month: "long", year: "numeric" })}</strong>
        <Button look="quiet" icon={ChevronRight} aria-label={t("next")} onClick={() => step(1)} />
      </div>
      <table ref={grid} className={styles["days"]}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={write(day, { weekday: "long" })}>
                {write(day, { weekday: "short" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((from) => (
            <tr key={from}>
              {days.slice(from, from + 7).map((day) => (
                <DayCell key={day} {...props} day={day} at={at} today={today} move={move} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps extends MonthGridProps {
  day: string;
  /** The day from which the arrow keys move. Only this day is in the Tab order. */
  at: string;
  today: string;
  move: (event: KeyboardEvent) => void;
}

function DayCell({ day, at, today, chosen, min, max, choose, move }: DayCellProps) {
  const write = useWrittenDay();
  return (
    <td>
      <button
        type="button"
        className={styles["day"]}
        data-day={day}
        data-other={day.startsWith(at.slice(0, 7)) ? undefined : ""}
        tabIndex={day === at ? 0 : -1}
        disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
        aria-label={write(day, { dateStyle: "full" })}
        aria-pressed={day === chosen}
        aria-current={day === today ? "date" : undefined}
        onClick={() => choose(day)}
        onKeyDown={move}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

/** Moves the focus to the day that the arrow keys have reached, as soon as its month is drawn. */
function useFocusOfDay(at: string): RefObject<HTMLTableElement | null> {
  const grid = useRef<HTMLTableElement>(null);
  const before = useRef(at);
  useLayoutEffect(() => {
    const isInside = grid.current?.contains(document.activeElement) === true;
    const isLost = document.activeElement === document.body;
    if (before.current !== at && (isInside || isLost)) {
      grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    }
    before.current = at;
  }, [at]);
  return grid;
}

function useWrittenDay() {
  const format = useFormatter();
  return (day: string, options: DateTimeFormatOptions) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: "UTC", ...options });
}
