import { classNames } from "./class-names.ts";

import styles from "./Segments.module.css";

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  /** Is true when the segment is highlighted, whether it is chosen or not. */
  alarms?: boolean;
}

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  segments: Segment<Value>[];
  /** Is true for the tabs in the head of a list, which a narrow window draws without a frame. */
  asTabs?: boolean;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <fieldset
      aria-label={props.label}
      className={classNames(styles["group"], props.asTabs === true ? styles["tabs"] : undefined)}
    >
      {props.segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={styles["segment"]}
          aria-pressed={segment.value === props.value}
          data-alarms={segment.alarms}
          onClick={() => props.onChange(segment.value)}
        >
          {segment.label}
          {segment.count === undefined ? null : (
            <span className={styles["count"]}> {segment.count}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
