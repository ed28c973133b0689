import { useTranslations } from "use-intl";

import type { DeviceLine, PairedAudioServer } from "@linedesk/contract";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { useLiveLine } from "./use-audio-servers.ts";

import styles from "../Admin.module.css";

/** Live: what its two lines answer; else what it waits for. */
export function AudioServerState({ server }: { server: PairedAudioServer }) {
  const t = useTranslations("audioServers");
  const { minute } = useTimeFormats();
  if (server.pairedAt !== null) {
    return (
      <>
        <LiveLine server={server.id} line="line1" />
        <LiveLine server={server.id} line="line2" />
      </>
    );
  }
  return server.codeExpiresAt === null
    ? t("notPaired")
    : t("codeUntil", { time: minute(Date.parse(server.codeExpiresAt)) });
}

function LiveLine({ server, line }: { server: string; line: DeviceLine }) {
  const t = useTranslations("audioServers");
  const live = useLiveLine(server, line, true);
  const report = live?.status === "online" ? live.report : null;
  const details: string[] = [];
  if (report !== null) {
    const { inputDb, outputDb } = report.levels;
    if (report.state === "connected") {
      details.push(t("inCall"));
    }
    if (report.state === "fault") {
      details.push(t("fault"));
    }
    if (inputDb !== null && outputDb !== null) {
      details.push(t("levels", { input: inputDb.toFixed(0), output: outputDb.toFixed(0) }));
    }
    if (report.device !== undefined) {
      details.push(report.device);
    }
  }
  return (
    <div>
      {t("line", { number: line === "line1" ? "1" : "2" })}:{" "}
      {t(`status.${live?.status ?? "connecting"}`)}
      {details.length === 0 ? null : <span className={styles["quiet"]}>{details.join(", ")}</span>}
    </div>
  );
}

/** Of whichever line has told it; and for how long it has been up. */
export function AudioServerVersion({ server }: { server: PairedAudioServer }) {
  const t = useTranslations("audioServers");
  const live = useLiveLine(server.id, "line1", server.pairedAt !== null);
  const report = live?.report;
  if (report === null || report === undefined) {
    return null;
  }
  return (
    <>
      {report.version}
      {report.uptimeS === undefined ? null : (
        <span className={styles["quiet"]}>
          {t("up", { hours: String(Math.floor(report.uptimeS / 3_600)) })}
        </span>
      )}
    </>
  );
}
