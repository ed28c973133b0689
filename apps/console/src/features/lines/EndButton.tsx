import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { EndPress } from "./use-end-guard.ts";

import styles from "./EndButton.module.css";

interface EndButtonProps {
  guard: EndPress;
  onAir: boolean;
  selected: boolean;
  pending: boolean;
  conferenceEnd?: "END" | "HOLD" | null;
}

/** Off air two presses or holding ends the call, on air holding alone. */
export function EndButton({
  guard,
  onAir,
  selected,
  pending,
  conferenceEnd = null,
}: EndButtonProps) {
  const t = useTranslations("lines");
  const isArmed = guard.status === "armed";
  const single = onAir ? t("holdToEnd") : t(isArmed ? "endAgain" : "end");
  const words = conferenceEnd === null || isArmed ? single : t(`conferenceEnd.${conferenceEnd}`);
  const times = isArmed ? 0 : onAir ? 1 : 2;
  return (
    <Button
      look="danger"
      size="call"
      className={styles["end"]}
      data-guard={guard.status}
      pending={pending}
      title={t(onAir ? "endHintAir" : "endHint")}
      {...(selected ? { shortcut: { command: "line.end", keys: "F9", times } } : {})}
      onPointerDown={(event) => {
        if (event.button === 0) {
          guard.press();
        }
      }}
      onPointerUp={guard.release}
      onPointerLeave={guard.leave}
      onPointerCancel={guard.leave}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") {
          return;
        }
        event.preventDefault();
        if (!event.repeat) {
          guard.press();
        }
      }}
      onKeyUp={(event) => {
        if (event.key !== "Enter" && event.key !== " ") {
          return;
        }
        // Firefox clicks on the release of Space: that would count as a second press.
        event.preventDefault();
        guard.release();
      }}
      onBlur={guard.leave}
      onClick={(event) => {
        // Assistive technology clicks without pressing: that counts as a short press.
        if (event.detail !== 0) {
          return;
        }
        guard.press();
        guard.release();
      }}
    >
      {words}
    </Button>
  );
}
