import { Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import type { LineDetails } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { DateField } from "../../ui/DateField.tsx";
import { useChangeReport } from "./changed-names.ts";
import { weekOrder } from "./hours-text.ts";
import { SelectRow } from "./registers/SelectRow.tsx";
import type { StationFields } from "./station-fields.ts";
import { TextRow } from "./TextRow.tsx";
import { inputOf, useControl } from "./use-checked-form.ts";

import styles from "./Admin.module.css";

interface CardProps {
  form: UseFormReturn<StationFields>;
}

export function CallsCard({ form, lines }: CardProps & { lines: readonly LineDetails[] }) {
  const t = useTranslations("admin.station");
  return (
    <div className={styles["card"]}>
      <h3>{t("calls")}</h3>
      <SelectRow
        label={t("priorityLine")}
        options={[
          { value: "", label: t("noLine") },
          ...lines.map(({ id, name, numberDisplay }) => ({
            value: id,
            label: `${numberDisplay}, ${name}`,
          })),
        ]}
        {...useControl(form, "priorityLine")}
      />
      <TextRow
        label={t("forward")}
        hint={t("forwardHint")}
        inputMode="tel"
        maxLength={32}
        {...inputOf(form, "forwardTo")}
      />
      <TextRow
        label={t("maxDial")}
        hint={t("maxDialHint")}
        inputMode="numeric"
        maxLength={4}
        {...inputOf(form, "maxDialMinutes")}
      />
    </div>
  );
}

/** Shows the texts that callers hear where no sound is set. */
export function WordsCard({ form }: CardProps) {
  const t = useTranslations("admin.station");
  return (
    <div className={styles["card"]}>
      <h3>
        {t("words")} <span className={styles["aside"]}>{t("wordsHint")}</span>
      </h3>
      <TextRow label={t("closedWords")} maxLength={500} {...inputOf(form, "lineClosedWords")} />
      <TextRow label={t("busyWords")} maxLength={500} {...inputOf(form, "linesBusyWords")} />
    </div>
  );
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

export function HoursCard({ form }: CardProps) {
  const t = useTranslations("admin.station");
  return (
    <div className={styles["card"]}>
      <h3>{t("hours")}</h3>
      <p className={styles["hint"]}>{t("hoursHint")}</p>
      {weekOrder.map((day, index) => (
        <TextRow
          key={day}
          label={t(`day.${dayNames[day]}`)}
          placeholder={t("closedDay")}
          maxLength={100}
          {...inputOf(form, `hours.days.${index}`)}
        />
      ))}
      <TextRow label={t("timeZone")} maxLength={64} {...inputOf(form, "hours.timeZone")} />
    </div>
  );
}

type Holiday = StationFields["hours"]["holidays"][number];

export function HolidaysCard({ form }: CardProps) {
  const t = useTranslations("admin.station");
  const { value, onChange, wrong, isChanged } = useControl(form, "hours.holidays");
  useChangeReport(t("holidays"), isChanged);
  const set = (index: number, holiday: Holiday) => onChange(value.with(index, holiday));
  return (
    <div className={styles["card"]}>
      <h3>
        {t("holidays")}{" "}
        <span className={styles["aside"]}>{t("holidayCount", { count: value.length })}</span>
      </h3>
      {value.map((holiday, index) => (
        // A holiday has no identity of its own, and a day can be empty while a person types.
        // oxlint-disable-next-line react/no-array-index-key
        <HolidayRow
          key={index}
          holiday={holiday}
          set={(changed) => set(index, changed)}
          remove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      {wrong === undefined ? null : <output className={styles["wrong"]}>{wrong}</output>}
      <div className={styles["buttons"]}>
        <Button icon={Plus} onClick={() => onChange([...value, { day: "", name: "" }])}>
          {t("addHoliday")}
        </Button>
      </div>
    </div>
  );
}

interface HolidayRowProps {
  holiday: Holiday;
  set: (holiday: Holiday) => void;
  remove: () => void;
}

function HolidayRow({ holiday, set, remove }: HolidayRowProps) {
  const t = useTranslations("admin");
  const { day, name } = holiday;
  return (
    <div className={styles["holiday"]}>
      <DateField
        label={t("station.holidayDay")}
        value={day}
        onChange={(changed) => set({ day: changed ?? "", name })}
      />
      <input
        aria-label={t("station.occasion")}
        placeholder={t("station.occasion")}
        maxLength={100}
        value={name}
        onChange={(event) => set({ day, name: event.target.value })}
      />
      <Button aria-label={t("removeOf", { name: name === "" ? day : name })} onClick={remove}>
        {t("remove")}
      </Button>
    </div>
  );
}
