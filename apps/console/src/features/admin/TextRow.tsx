import { type ComponentProps, useId } from "react";
import { useTranslations } from "use-intl";

import { useChangeReport } from "./changed-names.ts";

import styles from "./Admin.module.css";

interface TextRowProps extends ComponentProps<"input"> {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  /** Is true when the value differs from the stored one. */
  isChanged?: boolean;
}

export function TextRow({ label, hint, wrong, isChanged = false, ...input }: TextRowProps) {
  const id = useId();
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    wrong === undefined ? "" : `${id}-wrong`,
  ];
  return (
    <div className={styles["row"]}>
      <RowLabel id={id} label={label} isChanged={isChanged} />
      <input
        id={id}
        autoComplete="off"
        data-1p-ignore=""
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={described.join(" ").trim() || undefined}
        {...input}
      />
      {wrong === undefined ? null : (
        <output id={`${id}-wrong`} className={styles["wrong"]}>
          {wrong}
        </output>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface RowLabelProps {
  /** The id of the field. */
  id: string;
  label: string;
  isChanged: boolean;
}

/** Shows a field's label, and marks a field whose value is not saved yet. */
export function RowLabel({ id, label, isChanged }: RowLabelProps) {
  const t = useTranslations("admin.changes");
  const isMarked = useChangeReport(label, isChanged);
  return (
    <span className={styles["label"]}>
      <label htmlFor={id}>{label}</label>
      {isMarked ? <span className={styles["changed"]}>{t("changed")}</span> : null}
    </span>
  );
}
