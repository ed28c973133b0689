import { Switch as BaseSwitch } from "@base-ui/react/switch";
import type { ReactNode } from "react";

import styles from "./Switch.module.css";

interface SwitchProps {
  checked: boolean;
  mixed?: boolean;
  /** With `null` the switch only shows the state and cannot be changed. */
  onChange: ((checked: boolean) => void) | null;
  children: ReactNode;
}

export function Switch({ checked, mixed = false, onChange, children }: SwitchProps) {
  return (
    <label className={styles["row"]} data-fixed={onChange === null || undefined}>
      <BaseSwitch.Root
        className={styles["track"]}
        data-mixed={mixed || undefined}
        checked={checked}
        readOnly={onChange === null}
        onCheckedChange={(next) => onChange?.(next)}
      >
        <BaseSwitch.Thumb className={styles["thumb"]} />
      </BaseSwitch.Root>
      <span className={styles["label"]}>{children}</span>
    </label>
  );
}
