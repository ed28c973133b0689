import { ChevronDown } from "lucide-react";
import { useCallback } from "react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import type { Connection } from "../../client/realtime/connection.ts";
import { Menu } from "../../ui/Menu.tsx";
import { secondsSince, formatTimer } from "../../ui/time/time-formats.ts";
import { useFromNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { LinesSwitch } from "./LinesSwitch.tsx";
import type { StationView } from "./use-station.ts";

import styles from "./TopBar.module.css";

interface TopBarProps {
  station: StationView;
  /**
   * The number of callers and their waiting time, which are redrawn without the rest of the bar.
   */
  figures: ReactNode;
  connection: Connection;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
  mark: ReactNode;
  playing: ReactNode;
  seats: ReactNode;
  panels: ReactNode;
  user: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { station, connection, hrefOf, follow } = props;
  const t = useTranslations("station");
  return (
    <header className={styles["bar"]} aria-label={t("bar")} data-trail="top">
      <StationSwitcher {...{ station, hrefOf, follow, mark: props.mark }} />
      <LinesSwitch station={station} />
      {props.figures}
      {props.seats}
      <span className={styles["space"]}>{props.playing}</span>
      <ConnectionLabel connection={connection} telephony={station.telephony} />
      <SydneyClock />
      {props.panels}
      {props.user}
    </header>
  );
}

export interface WaitingFiguresProps {
  waiting: number;
  /** The time at which the wait of the first caller began; `null` without callers. */
  longestWaitSince: string | null;
}

export function WaitingFigures({ waiting, longestWaitSince }: WaitingFiguresProps) {
  const t = useTranslations("station");
  return (
    <dl className={styles["counts"]}>
      <div>
        <dt>{t("waiting")}</dt>
        <dd>{waiting}</dd>
      </div>
      <div>
        <dt>{t("longest")}</dt>
        <dd>
          <LongestWait since={longestWaitSince} />
        </dd>
      </div>
    </dl>
  );
}

function StationSwitcher({
  station,
  hrefOf,
  follow,
  mark,
}: Pick<TopBarProps, "station" | "hrefOf" | "follow" | "mark">) {
  const t = useTranslations("station");
  const { callSign, name } = station.station;
  return (
    <Menu
      label={t("stations")}
      onNavigate={follow}
      trigger={
        <button
          type="button"
          className={styles["station"]}
          aria-label={t("switch", { name: fullName(callSign, name) })}
        >
          {mark}
          <h1 className={styles["stationName"]}>{fullName(callSign, name)}</h1>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      }
      entries={station.stations.map((each) => ({
        type: "link" as const,
        key: each.id,
        label: fullName(each.callSign, each.name),
        href: hrefOf(each.callSign),
        current: each.id === station.station.id,
      }))}
    />
  );
}

/** Returns "2ZZ Sydney". The call sign comes first and is not repeated. */
function fullName(callSign: string, name: string): string {
  return name.toLocaleLowerCase().startsWith(callSign.toLocaleLowerCase())
    ? name
    : `${callSign} ${name}`;
}

function LongestWait({ since }: { since: string | null }) {
  const t = useTranslations("station");
  const nobody = t("nobody");
  const read = useCallback(
    (now: number) => (since === null ? nobody : formatTimer(secondsSince(since, now))),
    [since, nobody],
  );
  return <>{useFromNow(read)}</>;
}

type Word = "live" | "slow" | "connecting" | "reconnecting" | "offline" | "exchangeDown";

function connectionWord(connection: Connection, telephony: "up" | "down"): Word {
  if (connection.status !== "live") {
    return connection.status;
  }
  if (telephony === "down") {
    return "exchangeDown";
  }
  return connection.isSlow === true ? "slow" : "live";
}

function ConnectionLabel(props: { connection: Connection; telephony: "up" | "down" }) {
  const t = useTranslations("station");
  const word = connectionWord(props.connection, props.telephony);
  return (
    <span className={styles["connection"]} data-word={word}>
      <span className={styles["dot"]} aria-hidden="true" />
      {t(word)}
    </span>
  );
}

function SydneyClock() {
  const t = useTranslations("station");
  const formats = useTimeFormats();
  const time = useFromNow(formats.clock);
  return (
    <span className={styles["clock"]}>
      <time className={styles["time"]}>{time}</time>
      <span className={styles["city"]}>{t("sydney")}</span>
    </span>
  );
}
