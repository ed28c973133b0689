import { Mic, MicOff, Phone } from "lucide-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Call, DeviceLine } from "@linedesk/contract";
import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { useConsole, useRootState, useStationById } from "../../client/ConsoleProvider.tsx";
import type { LineLeg } from "../../client/softphone/line-leg.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectActiveLine, selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";

import styles from "./IncomingCall.module.css";

/** The key for mute works on the selected line, as at the desk. */
function useMuteKey(line: DeviceLine, isMuted: boolean): void {
  const t = useTranslations("deskActions");
  const { actions } = useConsole().desk;
  const isSelected = useRootState((state) => selectActiveLine(state) === line);
  const commands = useMemo(() => {
    const label = t(findCommandName("mute"));
    const run = () => actions.mute(line, !isMuted);
    return isSelected ? [{ ...bindCommand(findKey("mute")), label, run }] : [];
  }, [t, actions, line, isMuted, isSelected]);
  useCommands(commands);
}

const lines = ["line1", "line2"] as const;

export interface OwnCallsProps {
  /** Opens the desk of a station. */
  toDesk: (callSign: string) => void;
}

/** Shows the calls on the person's lines on a page without the desk, with mute and a way back. */
export function OwnCalls({ toDesk }: OwnCallsProps) {
  return lines.map((line) => <OwnCall key={line} line={line} toDesk={toDesk} />);
}

interface OwnCallProps extends OwnCallsProps {
  line: DeviceLine;
}

function OwnCall({ line, toDesk }: OwnCallProps) {
  const leg = useRootState((state) => selectLeg(state, line));
  const call = useRootState((state) => selectCall(state, leg?.callId ?? ""));
  const station = useStationById(call?.station ?? "");
  if (leg === null || call === null || station === null) {
    return null;
  }
  return <OwnCallBar line={line} leg={leg} call={call} toDesk={() => toDesk(station.callSign)} />;
}

interface OwnCallBarProps {
  line: DeviceLine;
  leg: LineLeg;
  call: Call;
  toDesk: () => void;
}

function OwnCallBar({ line, leg, call, toDesk }: OwnCallBarProps) {
  const t = useTranslations("incoming");
  const { actions } = useConsole().desk;
  useMuteKey(line, leg.muted);
  const number = line === "line1" ? "1" : "2";
  const isOnAir = call.desk.status === "on_air";
  const isHeld = call.desk.status === "held";
  const state = t(isOnAir ? "onAir" : isHeld ? "onHold" : "onLine", { number });
  return (
    <section
      className={styles["bar"]}
      aria-label={state}
      data-tone={isOnAir ? "on_air" : "on_line"}
    >
      <Phone size={16} aria-hidden="true" className={styles["icon"]} />
      <strong className={styles["name"]}>{describeCaller(call)}</strong>
      <span className={styles["facts"]}>{state}</span>
      <span className={styles["wait"]}>
        <Elapsed since={call.answeredAt ?? call.arrivedAt} />
      </span>
      <Button
        size="call"
        icon={leg.muted ? MicOff : Mic}
        aria-pressed={leg.muted}
        onClick={() => actions.mute(line, !leg.muted)}
      >
        {t(leg.muted ? "unmute" : "mute")}
      </Button>
      <Button size="call" look="primary" onClick={toDesk}>
        {t("toDesk")}
      </Button>
    </section>
  );
}
