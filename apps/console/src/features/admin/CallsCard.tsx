import { useId } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import type { LineDetails } from "@linedesk/contract";
import { weekOrder } from "./hours-text.ts";
import type { StationFields } from "./station-fields.ts";
import { TextRow } from "./TextRow.tsx";

import styles from "./Admin.module.css";

interface CardProps {
  form: UseFormReturn<StationFields>;
}

/** What is said without a sound, and where calls go instead. */
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
        {...form.register("lineClosedWords")}
      />
      <TextRow label={t("busyWords")} maxLength={500} {...form.register("linesBusyWords")} />
      <div className={styles["pair"]}>
        <TextRow
          label={t("forward")}
          hint={t("forwardHint")}
          wrong={form.formState.errors.forwardTo?.message}
          inputMode="tel"
          maxLength={32}
          {...form.register("forwardTo")}
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

/** When calls are taken, a line for each day [AD32]. */
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
            wrong={errors.hours?.days?.[index]?.message}
            placeholder="06:00-22:00"
            maxLength={100}
            {...form.register(`hours.days.${index}`)}
          />
        ))}
        <TextRow
          label={t("timeZone")}
          wrong={errors.hours?.timeZone?.message}
          maxLength={64}
          {...form.register("hours.timeZone")}
        />
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

/** More than this is no logo. */
const MAX_LOGO_BYTES = 7_000;

/** The station's logo and colour. */
export function LooksCard({ form }: CardProps) {
  const t = useTranslations("admin.station");
  const { field: logo } = useController({ control: form.control, name: "logo" });
  const { field: colour } = useController({ control: form.control, name: "colour" });
  const id = useId();
  async function choose(file: File | undefined) {
    if (file === undefined) {
      return;
    }
    if (file.size > MAX_LOGO_BYTES || !/^image\/(png|jpeg|webp)$/.test(file.type)) {
      form.setError("logo", { message: t("logoWrong") });
      return;
    }
    form.clearErrors("logo");
    logo.onChange(await readDataUrl(file));
  }
  return (
    <div className={styles["card"]}>
      <h3>{t("looks")}</h3>
      <div className={styles["pair"]}>
        <div className={styles["row"]}>
          <label htmlFor={`${id}-logo`}>{t("logo")}</label>
          {logo.value === "" ? null : (
            <img className={styles["logo"]} src={logo.value} alt={t("logo")} />
          )}
          <input
            id={`${id}-logo`}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          {form.formState.errors.logo === undefined ? null : (
            <output className={styles["wrong"]}>{form.formState.errors.logo.message}</output>
          )}
          <p className={styles["hint"]}>{t("logoHint")}</p>
        </div>
        <div className={styles["row"]}>
          <label htmlFor={`${id}-colour`}>{t("colour")}</label>
          <input
            id={`${id}-colour`}
            type="color"
            value={colour.value === "" ? "#59626b" : colour.value}
            onChange={(event) => colour.onChange(event.target.value)}
          />
        </div>
      </div>
    </div>
  );
}

async function readDataUrl(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return `data:${file.type};base64,${btoa(binary)}`;
}
