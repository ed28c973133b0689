import { type ComponentProps, useId } from "react";

import { RowLabel } from "./TextRow.tsx";

import styles from "./Admin.module.css";

interface LinesRowProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string | undefined;
  wrong?: string | undefined;
  /** Is true when the value differs from the stored one. */
  isChanged?: boolean;
}

/** Shows a labelled field for several lines of text, in the style of a `TextRow`. */
export function LinesRow({ label, hint, wrong, isChanged = false, ...field }: LinesRowProps) {
  const id = useId();
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    wrong === undefined ? "" : `${id}-wrong`,
  ];
  return (
    <div className={styles["row"]}>
      <RowLabel id={id} label={label} isChanged={isChanged} />
      <textarea
        id={id}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-1p-ignore=""
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={described.join(" ").trim() || undefined}
        {...field}
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
