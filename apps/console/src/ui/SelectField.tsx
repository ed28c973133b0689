import { useId } from "react";
import type { ReactNode } from "react";

import styles from "./Field.module.css";

interface SelectFieldProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  /** With `null` the field only shows the choice, which cannot be changed now. */
  onChange: ((value: string) => void) | null;
  children?: ReactNode;
}

/** Uses the browser's own list, which works with every keyboard and screen reader. */
export function SelectField(props: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={styles["label"]}>
        {props.label}
      </label>
      <select
        id={id}
        className={styles["select"]}
        value={props.value}
        disabled={props.onChange === null}
        onChange={(event) => props.onChange?.(event.target.value)}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {props.children === undefined ? null : (
        <div className={styles["below"]}>{props.children}</div>
      )}
    </div>
  );
}
