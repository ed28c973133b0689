import { Grid3x3, Mic, MicOff, Play } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { PauseBars } from "../../ui/PauseBars.tsx";
import { EndButton } from "./EndButton.tsx";
import type { LineCallView, LineView } from "./line-view.ts";
import type { EndPress } from "./use-end-guard.ts";

import styles from "./LineCard.module.css";

interface CallControlsProps {
  view: LineView;
  call: LineCallView;
  guard: EndPress;
  openKeypad: () => void;
}

/** What cannot be done now is not drawn [AC10]; what is drawn stays in its place. */
export function CallControls({ view, call, guard, openKeypad }: CallControlsProps) {
  const t = useTranslations("lines");
  const { selected } = view;
  const number = String(view.number);
  if (call.state.status === "ended") {
    return <p className={styles["ended"]}>{t(`endedWords.${call.state.reason}`)}</p>;
  }
  function keys(label: string) {
    return selected ? { keys: label } : {};
  }
  const toggleMute = call.muted ? call.unmute : call.mute;
  return (
    <div className={styles["controls"]}>
      {toggleMute === null ? null : (
        <Button
          size="call"
          icon={call.muted ? MicOff : Mic}
          className={styles["mute"]}
          aria-pressed={call.muted}
          title={t("muteHint", { number })}
          onClick={toggleMute}
          {...keys("F8")}
        >
          {t(call.muted ? "muted" : "mute", { number })}
        </Button>
      )}
      <HoldButton call={call} keys={keys("F4")} />
      {call.sendDigit === null ? null : (
        <Button size="call" icon={Grid3x3} onClick={openKeypad} {...keys("K")}>
          {t("keypad")}
        </Button>
      )}
      {call.resumeBeside === null ? null : (
        <Button size="call" title={t("resumeBesideHint")} onClick={call.resumeBeside}>
          {t("resumeBeside")}
        </Button>
      )}
      {call.hangUp === null && call.pending !== "hang_up" ? null : (
        <EndButton
          guard={guard}
          onAir={call.state.status === "on_air"}
          selected={selected}
          pending={call.pending === "hang_up"}
        />
      )}
    </div>
  );
}

function HoldButton({ call, keys }: { call: LineCallView; keys: { keys?: string } }) {
  const t = useTranslations("lines");
  const action = call.hold ?? call.resume;
  const pending = call.pending === "hold" || call.pending === "resume";
  if (action === null && !pending) {
    return null;
  }
  // While it is pending it stays what it was: nothing beside it may move.
  const holds = pending ? call.pending === "hold" : call.hold !== null;
  return (
    <Button
      size="call"
      icon={holds ? PauseBars : Play}
      className={styles["hold"]}
      pending={pending}
      onClick={() => action?.()}
      {...keys}
    >
      {t(holds ? "hold" : "resume")}
    </Button>
  );
}
