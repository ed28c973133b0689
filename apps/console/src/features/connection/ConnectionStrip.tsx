import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Connection } from "../../client/realtime/connection.ts";
import type { TurnedAway } from "../../client/store/calls-slice.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import type { TimeFormats } from "../../ui/time/time-formats.ts";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { freshMemory, remember, chooseStrip, rejectionReportLeftMs } from "./choose-strip.ts";
import type { Strip } from "./choose-strip.ts";

import styles from "./ConnectionStrip.module.css";

export function ConnectionStrip({
  connection,
  telephony,
  exchangesAway = [],
  turnedAway = null,
}: {
  connection: Connection;
  telephony: "up" | "down";
  /** The names of the exchanges that are down while another one is up. */
  exchangesAway?: readonly string[];
  turnedAway?: TurnedAway | null;
}) {
  const t = useTranslations("connection");
  const formats = useTimeFormats();
  const strip = useStrip(connection);
  const isLive = strip === null && connection.status === "live";
  const full = useRecent(turnedAway);
  const state = { isDown: telephony === "down", exchangesAway, full };
  const trouble = isLive ? describeTrouble(state, { t, formats }) : null;
  const shown = describeStrip(strip, t) ?? trouble;
  const type = trouble === null ? strip?.type : "down";
  return (
    <>
      <LiveRegion words={strip === null ? (trouble ?? "") : announced(strip, t)} />
      <div className={styles["room"]}>
        {shown === null ? null : (
          <div className={styles["strip"]} data-type={type} data-strip="" aria-hidden="true">
            {shown}
          </div>
        )}
      </div>
    </>
  );
}

/** Returns the report about rejected callers; `null` when its display time is over. */
function useRecent(turnedAway: TurnedAway | null): TurnedAway | null {
  const [old, setOld] = useState<TurnedAway | null>(null);
  useEffect(() => {
    const leftMs = rejectionReportLeftMs(turnedAway, Date.now());
    const timer = setTimeout(() => setOld(turnedAway), leftMs);
    return () => clearTimeout(timer);
  }, [turnedAway]);
  return turnedAway === old ? null : turnedAway;
}

function describeTrouble(
  state: { isDown: boolean; exchangesAway: readonly string[]; full: TurnedAway | null },
  { t, formats }: { t: Translate; formats: TimeFormats },
): string | null {
  const { isDown, exchangesAway: names, full } = state;
  if (isDown) {
    return t("telephonyDown");
  }
  if (names.length > 0) {
    return t("exchangesAway", { names: names.join(", "), count: names.length });
  }
  if (full === null) {
    return null;
  }
  const time = formats.minute(Date.parse(full.at));
  return t("turnedAway", { count: full.count, time });
}

type Translate = ReturnType<typeof useTranslations<"connection">>;

function describeStrip(strip: Strip, t: Translate): string | null {
  if (strip === null) {
    return null;
  }
  if (strip.type !== "reconnecting") {
    return t(strip.type);
  }
  return t("reconnecting", { attempt: String(strip.attempt), seconds: String(strip.seconds) });
}

/** Omits the seconds, because a screen reader would read them again each second. */
function announced(strip: NonNullable<Strip>, t: Translate): string {
  return strip.type === "reconnecting" ? t("connecting") : t(strip.type);
}

const RECHECK_MS = 250;

function useStrip(connection: Connection): Strip {
  const memory = useRef(freshMemory);
  const [strip, setStrip] = useState<Strip>(null);
  useEffect(() => {
    memory.current = remember(memory.current, connection, Date.now());
    function updateStrip() {
      const next = chooseStrip(memory.current, connection, Date.now());
      setStrip((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      return next;
    }
    updateStrip();
    const timer = setInterval(() => {
      if (updateStrip() === null && connection.status === "live") {
        clearInterval(timer);
      }
    }, RECHECK_MS);
    return () => clearInterval(timer);
  }, [connection]);
  return strip;
}
