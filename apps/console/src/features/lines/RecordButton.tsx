import { CircleDot, CirclePause, CirclePlay, CircleStop } from "lucide-react";
import { useTranslations } from "use-intl";

import type { LiveRecording } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";

import styles from "./RecordButton.module.css";

export interface RecordView {
  state: LiveRecording | null;
  pending: boolean;
  start: (() => void) | null;
  stop: (() => void) | null;
  pause: (() => void) | null;
  resume: (() => void) | null;
}

interface RecordButtonProps {
  view: RecordView;
  number: 1 | 2;
  selected: boolean;
}

/** Lit while the caller is told or recorded; the same button begins and ends it. */
export function RecordButton({ view, number: line, selected }: RecordButtonProps) {
  const t = useTranslations("recording");
  const { state, pending } = view;
  const number = String(line);
  const toggle = view.start ?? view.stop;
  const words = view.stop === null ? "start" : "stop";
  return (
    <span className={styles["record"]}>
      {state === null ? null : (
        <strong className={styles["sign"]} data-state={state}>
          <CircleDot size={14} aria-hidden="true" />
          {t(`state.${state}`)}
        </strong>
      )}
      <Button
        className={classNames(styles["button"], state === null ? styles["named"] : undefined)}
        icon={state === null ? CircleDot : CircleStop}
        pending={pending}
        title={t(`${words}Hint`, { number })}
        aria-label={t(words)}
        onClick={toggle}
        {...(selected && state === null ? { shortcut: { command: "line.record", keys: "t" } } : {})}
      />
      <HoldRecording view={view} number={number} />
      <LiveRegion words={state === null ? "" : t(`spoken.${state}`, { number })} />
    </span>
  );
}

function HoldRecording({ view, number }: { view: RecordView; number: string }) {
  const t = useTranslations("recording");
  const { pause, resume } = view;
  const toggle = pause ?? resume;
  if (toggle === null) {
    return null;
  }
  const words = t(pause === null ? "resume" : "pause", { number });
  return (
    <Button
      className={styles["button"]}
      icon={pause === null ? CirclePlay : CirclePause}
      title={words}
      aria-label={words}
      onClick={toggle}
    />
  );
}
