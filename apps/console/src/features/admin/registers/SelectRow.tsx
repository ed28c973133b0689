import { useId } from "react";

import { RowLabel } from "../TextRow.tsx";

import styles from "../Admin.module.css";

interface SelectRowProps<Value extends string> {
  label: string;
  hint?: string | undefined;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  wrong?: string | undefined;
  /** Is true when the value differs from the stored one. */
  isChanged?: boolean;
}

/** Shows a labelled choice of a form, in the style of its `TextRow`s. */
export function SelectRow<Value extends string>(props: SelectRowProps<Value>) {
  const { label, hint, value, options, onChange, wrong, isChanged = false } = props;
  const id = useId();
  return (
    <div className={styles["row"]}>
      <RowLabel id={id} label={label} isChanged={isChanged} />
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          const chosen = options.find((one) => one.value === event.target.value);
          if (chosen !== undefined) {
            onChange(chosen.value);
          }
        }}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {wrong === undefined ? null : <output className={styles["wrong"]}>{wrong}</output>}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  );
}
