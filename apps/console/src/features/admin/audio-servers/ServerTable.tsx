import { useTranslations } from "use-intl";

import type { PairedAudioServer } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { ListCard } from "../table/ListCard.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { LiveLine } from "./LiveLine.tsx";
import type { LiveLines } from "./use-audio-servers.ts";

import adminStyles from "../Admin.module.css";
import styles from "./AudioServers.module.css";

export type ServerAction = "rename" | "renew" | "restart" | "log" | "revoke" | "remove";

interface ServerTableProps {
  servers: readonly PairedAudioServer[];
  readLive: (server: PairedAudioServer) => LiveLines;
  logOf: string | null;
  refused?: string | null;
  act: (server: PairedAudioServer, action: ServerAction) => void;
}

export function ServerTable({ servers, readLive, logOf, refused, act }: ServerTableProps) {
  const t = useTranslations("audioServers");
  const admin = useTranslations("admin.section");
  return (
    <ListCard
      name="audioServers"
      label={admin("audioServers")}
      empty={{ title: t("empty"), words: t("emptyWords") }}
      rows={servers}
      rowKey={({ id }) => id}
      columns={useServerColumns(readLive)}
      refused={refused ?? null}
      actions={{
        title: t("actions"),
        cell: (server) => (
          <ServerActions
            server={server}
            live={readLive(server)}
            isFetchingLog={logOf === server.id}
            act={(action) => act(server, action)}
          />
        ),
      }}
    />
  );
}

function useServerColumns(readLive: ServerTableProps["readLive"]): DataColumn<PairedAudioServer>[] {
  const t = useTranslations("audioServers");
  return [
    {
      id: "name",
      title: t("name"),
      by: ({ name }) => name,
      cell: (server) => (
        <>
          {server.name}
          <span className={adminStyles["quiet"]}>
            <ServerFacts server={server} live={readLive(server)} />
          </span>
        </>
      ),
    },
    {
      id: "lines",
      title: t("lines"),
      by: (server) => countOnline(readLive(server)),
      cell: (server) =>
        server.pairedAt === null ? null : (
          <div className={styles["lines"]}>
            <LiveLine line="line1" status={readLive(server).line1} />
            <LiveLine line="line2" status={readLive(server).line2} />
          </div>
        ),
    },
  ];
}

/** Counts the online lines, so that unreachable servers sort first. */
function countOnline({ line1, line2 }: LiveLines): number {
  return [line1, line2].filter((line) => line?.status === "online").length;
}

interface ServerActionsProps {
  server: PairedAudioServer;
  live: LiveLines;
  isFetchingLog: boolean;
  act: (action: ServerAction) => void;
}

function ServerActions({ server, live, isFetchingLog, act }: ServerActionsProps) {
  const t = useTranslations("audioServers");
  const { name, pairedAt } = server;
  const reason = findDisabledReason(live);
  const disabledReason = reason === null ? null : t(reason);
  return (
    <div className={styles["actions"]}>
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
            disabledReason={disabledReason}
            onClick={() => act("log")}
          >
            {t("log")}
          </Button>
          <Button
            aria-label={t("restartOf", { name })}
            disabledReason={disabledReason}
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
      {pairedAt !== null ? null : (
        <Button look="quiet" aria-label={t("removeOf", { name })} onClick={() => act("remove")}>
          {t("remove")}
        </Button>
      )}
    </div>
  );
}

/** Requests to the audio server use the channel of line 1, so line 1 must be online. */
function findDisabledReason({ line1 }: LiveLines): "notReached" | null {
  return line1?.status === "online" ? null : "notReached";
}

/**
 * Shows version and uptime of an audio server that answers, and the last contact of one that does
 * not. If the audio server is not paired, shows this, or until when its pairing code is valid.
 */
function ServerFacts({ server, live }: Pick<ServerActionsProps, "server" | "live">) {
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
