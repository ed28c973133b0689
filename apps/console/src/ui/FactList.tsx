import type { ReactNode } from "react";

import styles from "./FactList.module.css";

interface FactListProps {
  /** What it is called, and what is known: empty where nothing is. */
  facts: readonly (readonly [label: string, words: ReactNode])[];
}

/** What is known, each with its name; what is not known is left out. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, words]) => words !== "")
        .map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  );
}
