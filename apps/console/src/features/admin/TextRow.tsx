import { type ComponentProps, useId } from "react";

import styles from "./Admin.module.css";

interface TextRowProps extends ComponentProps<"input"> {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
}

export function TextRow({ label, hint, wrong, ...input }: TextRowProps) {
  const id = useId();
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    wrong === undefined ? "" : `${id}-wrong`,
  ];
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{label}</label>
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
