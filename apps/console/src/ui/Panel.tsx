import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

import styles from "./Panel.module.css";

interface PanelProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A surface with a hairline round it: a region of the screen. */
export function Panel({ label, className, children }: PanelProps) {
  return (
    <section className={classNames(styles["panel"], className)} aria-label={label}>
      {children}
    </section>
  );
}
