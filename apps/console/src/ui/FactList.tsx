import type { ReactNode } from "react";

import styles from "./FactList.module.css";

interface FactListProps {
  /** The facts with their labels. An empty text means unknown. */
  facts: readonly (readonly [label: string, words: ReactNode])[];
}

/** Lists known facts with their labels, and leaves out the unknown ones. */
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
