import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import type { CarrierStatus } from "../../../client/audio-server/carrier-status.ts";
import { Meter } from "../../../ui/Meter.tsx";

import styles from "./AudioServers.module.css";

/** The level that the meters draw as 0; they draw 0 dB as 1. */
const FLOOR_DB = -60;

export function LiveLine({ line, status }: { line: DeviceLine; status: CarrierStatus | null }) {
  const t = useTranslations("audioServers");
  const number = line === "line1" ? "1" : "2";
  const name = status?.status ?? "connecting";
  const report = name === "online" ? (status?.report ?? null) : null;
  const fault = report?.fault ?? null;
  const isBad = name === "offline" || report?.state === "fault" || fault !== null;
  const state = report === null ? "" : `, ${t(`states.${report.state}`)}`;
  return (
    <div className={styles["line"]}>
      <p className={styles["state"]}>
        {t("line", { number })}:{" "}
        <span className={isBad ? styles["bad"] : undefined}>
          {t(`status.${name}`)}
          {state}
        </span>
      </p>
      {report === null ? null : (
        <>
          <Level label={t("toStudio")} db={report.levels.outputDb} />
          <Level label={t("fromStudio")} db={report.levels.inputDb} />
          {fault === null || fault === report.device ? null : (
            <p className={styles["device"]}>{fault}</p>
          )}
          {report.device === undefined ? null : (
            <p className={styles["device"]}>
              {report.device}
              {typeof report.delayMs === "number" && fault === null
                ? `, ${t("delay", { ms: String(report.delayMs) })}`
                : ""}
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Level({ label, db }: { label: string; db: number | null }) {
  const t = useTranslations("audioServers");
  const isSilent = db === null || db <= FLOOR_DB;
  return (
    <div className={styles["level"]}>
      <span>{label}</span>
      <Meter wide readLevel={() => (db === null ? 0 : 1 - db / FLOOR_DB)} />
      <span>{isSilent ? t("silence") : t("db", { db: db.toFixed(0) })}</span>
    </div>
  );
}
