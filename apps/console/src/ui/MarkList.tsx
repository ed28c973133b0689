import { Check, TriangleAlert } from "lucide-react";

import type { Mark } from "../lib/list-caller-marks.ts";

import styles from "./MarkList.module.css";

/** Shows the marks of a person side by side; warnings come first. */
export function MarkList({ label, marks }: { label: string; marks: readonly Mark[] }) {
  return marks.length === 0 ? null : (
    <ul className={styles["marks"]} aria-label={label}>
      {marks.map(({ key, tone, words }) => (
        <li key={key} className={styles["mark"]} data-mark={tone} title={words}>
          {tone === "warn" ? <TriangleAlert size={14} aria-hidden="true" /> : null}
          {tone === "good" ? <Check size={14} aria-hidden="true" /> : null}
          <span className={styles["words"]}>{words}</span>
        </li>
      ))}
    </ul>
  );
}
