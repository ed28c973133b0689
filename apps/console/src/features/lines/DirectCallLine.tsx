import { Mic, MicOff, Phone, PhoneOff } from "lucide-react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { describeDirectCaller } from "../../client/store/panel-caller.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { EndButton, type EndPress } from "./EndButton.tsx";
import type { DirectCallView, LineView } from "./line-view.ts";

import styles from "./LineCard.module.css";
import controls from "./LineControls.module.css";

interface DirectCallLineProps {
  view: Pick<LineView, "number" | "selected">;
  direct: DirectCallView;
  guard: EndPress;
}

/** Shows a direct call. It is not a call of a station, so it has no profile, hold or undo. */
export function DirectCallLine({ view, direct, guard }: DirectCallLineProps) {
  const t = useTranslations("lines");
  const { number, selected } = view;
  const { call, accept, reject, end } = direct;
  const isMuted = call.status !== "ringing" && call.muted;
  const toggleMute = direct.mute ?? direct.unmute;
  const from = describeDirectCaller(call);
  return (
    <>
      <div className={styles["who"]} role={call.status === "ringing" ? "alert" : undefined}>
        <h2 className={styles["name"]} title={call.from}>
          {from === "" ? t("privateCaller") : from}
        </h2>
        <p className={styles["facts"]}>
          {t(`direct.${call.status}`)} · {t("direct.hint")}
        </p>
        <div className={styles["times"]}>
          <p className={styles["timer"]}>
            <Elapsed since={call.since} />
          </p>
        </div>
      </div>
      <div className={controls["controls"]}>
        {accept === null ? null : (
          <Button size="call" look="primary" icon={Phone} onClick={accept}>
            {t("direct.accept", { number: String(number) })}
          </Button>
        )}
        {reject === null ? null : (
          <Button size="call" icon={PhoneOff} onClick={reject}>
            {t("direct.reject")}
          </Button>
        )}
        <Button
          size="call"
          icon={isMuted ? MicOff : Mic}
          aria-pressed={isMuted}
          {...(selected ? { shortcut: toShortcut(findKey("mute")) } : {})}
          onClick={toggleMute}
        >
          {t(isMuted ? "muted" : "mute", { number: String(number) })}
        </Button>
        {end === null ? null : (
          <EndButton guard={guard} onAir={false} selected={selected} pending={false} />
        )}
      </div>
    </>
  );
}
