import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { Connection } from "../../client/realtime/connection.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { freshMemory, remember, chooseStrip } from "./choose-strip.ts";
import type { Strip } from "./choose-strip.ts";

import styles from "./ConnectionStrip.module.css";

interface ConnectionStripProps {
  connection: Connection;
  telephony: "up" | "down";
}

export function ConnectionStrip({ connection, telephony }: ConnectionStripProps) {
  const t = useTranslations("connection");
  const strip = useStrip(connection);
  const words = wordsOf(strip, t);
  const down = strip === null && telephony === "down" && connection.status === "live";
  const shown = words ?? (down ? t("telephonyDown") : null);
  return (
    <>
      <LiveRegion words={strip === null && !down ? "" : announced(strip, t)} />
      <div className={styles["room"]}>
        {shown === null ? null : (
          <div
            className={styles["strip"]}
            data-type={down ? "down" : strip?.type}
            aria-hidden="true"
          >
            {shown}
          </div>
        )}
      </div>
    </>
  );
}

type Translate = ReturnType<typeof useTranslations<"connection">>;

function wordsOf(strip: Strip, t: Translate): string | null {
  if (strip === null) {
    return null;
  }
  if (strip.type !== "reconnecting") {
    return t(strip.type);
  }
  return t("reconnecting", { attempt: String(strip.attempt), seconds: String(strip.seconds) });
}

/** The seconds are left out: a screen reader must not read them anew each second [AX4]. */
function announced(strip: Strip, t: Translate): string {
  if (strip === null) {
    return t("telephonyDown");
  }
  return strip.type === "reconnecting" ? t("connecting") : t(strip.type);
}

const LOOK_AGAIN_MS = 250;

function useStrip(connection: Connection): Strip {
  const memory = useRef(freshMemory);
  const [strip, setStrip] = useState<Strip>(null);
  useEffect(() => {
    memory.current = remember(memory.current, connection, Date.now());
    function look() {
      const next = chooseStrip(memory.current, connection, Date.now());
      setStrip((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      return next;
    }
    look();
    const timer = setInterval(() => {
      if (look() === null && connection.status === "live") {
        clearInterval(timer);
      }
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [connection]);
  return strip;
}
