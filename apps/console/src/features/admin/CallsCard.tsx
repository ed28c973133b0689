import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import type { LineDetails } from "@linedesk/contract";
import { weekOrder } from "./hours-text.ts";
import type { StationFields } from "./station-fields.ts";
import { TextRow } from "./TextRow.tsx";
import { inputOf } from "./use-checked-form.ts";

import styles from "./Admin.module.css";

interface CardProps {
  form: UseFormReturn<StationFields>;
}

export function CallsCard({ form, lines }: CardProps & { lines: readonly LineDetails[] }) {
  const t = useTranslations("admin.station");
  const id = useId();
  return (
    <div className={styles["card"]}>
      <h3>{t("calls")}</h3>
      <TextRow
        label={t("closedWords")}
        hint={t("wordsHint")}
        maxLength={500}
        {...inputOf(form, "lineClosedWords")}
      />
      <TextRow label={t("busyWords")} maxLength={500} {...inputOf(form, "linesBusyWords")} />
      <div className={styles["pair"]}>
        <TextRow
          label={t("forward")}
          hint={t("forwardHint")}
          inputMode="tel"
          maxLength={32}
          {...inputOf(form, "forwardTo")}
        />
        <div className={styles["row"]}>
          <label htmlFor={id}>{t("priorityLine")}</label>
          <select id={id} {...form.register("priorityLine")}>
            <option value="">{t("noLine")}</option>
            {lines.map((line) => (
              <option key={line.id} value={line.id}>
                {line.name} {line.numberDisplay}
              </option>
            ))}
          </select>
        </div>
      </div>
    </div>
  );
}

const dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

export function HoursCard({ form }: CardProps) {
  const t = useTranslations("admin.station");
  const { errors } = form.formState;
  const id = useId();
  return (
    <div className={styles["card"]}>
      <h3>{t("hours")}</h3>
      <p className={styles["hint"]}>{t("hoursHint")}</p>
      <div className={styles["pair"]}>
        {weekOrder.map((day, index) => (
          <TextRow
            key={day}
            label={t(`day.${dayNames[day]}`)}
            placeholder="06:00-22:00"
            maxLength={100}
            {...inputOf(form, `hours.days.${index}`)}
          />
        ))}
        <TextRow label={t("timeZone")} maxLength={64} {...inputOf(form, "hours.timeZone")} />
      </div>
      <div className={styles["row"]}>
        <label htmlFor={id}>{t("holidays")}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={20_000}
          aria-invalid={errors.hours?.holidays !== undefined || undefined}
          aria-describedby={errors.hours?.holidays === undefined ? undefined : `${id}-wrong`}
          {...form.register("hours.holidays")}
        />
        {errors.hours?.holidays === undefined ? null : (
          <output id={`${id}-wrong`} className={styles["wrong"]}>
            {errors.hours.holidays.message}
          </output>
        )}
        <p className={styles["hint"]}>{t("holidaysHint")}</p>
      </div>
    </div>
  );
}
