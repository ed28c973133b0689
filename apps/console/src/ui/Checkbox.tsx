import type { ReactNode } from "react";

import styles from "./Checkbox.module.css";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  detail?: ReactNode;
  disabled?: boolean;
}

export function Checkbox({ checked, onChange, children, detail, disabled }: CheckboxProps) {
  return (
    <label className={styles["line"]}>
      <input
        type="checkbox"
        className={styles["box"]}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles["words"]}>{children}</span>
      {detail === undefined ? null : <span className={styles["detail"]}>{detail}</span>}
    </label>
  );
}
