import { useTranslations } from "use-intl";

import type { DeviceLine, PairedAudioServer } from "@linedesk/contract";
import type { CarrierStatus } from "../../../client/audio-server/carrier-status.ts";
import { Button } from "../../../ui/Button.tsx";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { LiveLine } from "./LiveLine.tsx";

import adminStyles from "../Admin.module.css";
import styles from "./AudioServers.module.css";

/** What somebody who looks after an audio server does with it. */
export type ServerDuty = "rename" | "renew" | "restart" | "log" | "revoke";

interface ServerRowProps {
  server: PairedAudioServer;
  /** What its two lines answer; null until they are asked. */
  live: Record<DeviceLine, CarrierStatus | null>;
  /** Its log is on its way. */
  isFetchingLog: boolean;
  act: (duty: ServerDuty) => void;
}

/** An audio server: how it is now, and what can be done with it. */
export function ServerRow({ server, live, isFetchingLog, act }: ServerRowProps) {
  const t = useTranslations("audioServers");
  const { name, pairedAt } = server;
  const off = describeOff(live);
  const because = off === null ? null : t(off);
  return (
    <tr className={styles["server"]}>
      <td>
        {name}
        <span className={adminStyles["quiet"]}>
          <ServerFacts server={server} live={live} />
        </span>
      </td>
      <td>
        {pairedAt === null ? null : (
          <div className={styles["lines"]}>
            <LiveLine line="line1" status={live.line1} />
            <LiveLine line="line2" status={live.line2} />
          </div>
        )}
      </td>
      <td>
        <div className={styles["duties"]}>
          <Button aria-label={t("renameOf", { name })} onClick={() => act("rename")}>
            {t("rename")}
          </Button>
          <Button aria-label={t("newCodeOf", { name })} onClick={() => act("renew")}>
            {t("newCode")}
          </Button>
          {pairedAt === null ? null : (
            <>
              <Button
                aria-label={t("logOf", { name })}
                pending={isFetchingLog}
                disabledReason={because}
                onClick={() => act("log")}
              >
                {t("log")}
              </Button>
              <Button
                aria-label={t("restartOf", { name })}
                disabledReason={because}
                onClick={() => act("restart")}
              >
                {t("restart")}
              </Button>
            </>
          )}
          {pairedAt === null && server.codeExpiresAt === null ? null : (
            <Button look="quiet" aria-label={t("revokeOf", { name })} onClick={() => act("revoke")}>
              {t("revoke")}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** The program is asked over the channel of line 1: without it nothing comes of it. */
function describeOff({ line1 }: ServerRowProps["live"]): "notReached" | null {
  return line1?.status === "online" ? null : "notReached";
}

/** Version and uptime while it answers; else what it waits for. */
function ServerFacts({ server, live }: Pick<ServerRowProps, "server" | "live">) {
  const t = useTranslations("audioServers");
  const { minute, full } = useTimeFormats();
  if (server.pairedAt === null) {
    return server.codeExpiresAt === null
      ? t("notPaired")
      : t("codeUntil", { time: minute(Date.parse(server.codeExpiresAt)) });
  }
  const report = [live.line1, live.line2].find((one) => one?.status === "online")?.report;
  if (report === null || report === undefined) {
    const at = server.lastSeenAt === null ? null : Date.parse(server.lastSeenAt);
    return at === null ? null : t("lastSeen", { time: full(at) });
  }
  const up = report.uptimeS === undefined ? null : describeUptime(report.uptimeS);
  return [
    t("versionOf", { version: report.version }),
    ...(up === null ? [] : [t(up.unit, { count: String(up.count) })]),
  ].join(", ");
}

function describeUptime(seconds: number): { unit: "upMinutes" | "upHours"; count: number } {
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? { unit: "upMinutes", count: minutes }
    : { unit: "upHours", count: Math.floor(minutes / 60) };
}
