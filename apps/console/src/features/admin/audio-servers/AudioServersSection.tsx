import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import { type PairedAudioServer, renewPairingCode } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { AudioServerForm } from "./AudioServerForm.tsx";
import { fetchLog } from "./fetch-log.ts";
import { type NewCode, PairingCode } from "./PairingCode.tsx";
import { ServerDialogs } from "./ServerDialogs.tsx";
import { type ServerDuty, ServerRow } from "./ServerRow.tsx";
import { useAudioServers, useLiveLine } from "./use-audio-servers.ts";

import styles from "../Admin.module.css";

interface OpenDuty {
  duty: "rename" | "restart" | "revoke";
  server: PairedAudioServer;
}

/** The audio servers of the station: how each is now, adding by a code and looking after [AS34]. */
export function AudioServersSection({ station }: { station: string }) {
  const t = useTranslations("audioServers");
  const fetched = useAudioServers(station);
  const [code, setCode] = useState<NewCode | null>(null);
  const [opened, setOpened] = useState<OpenDuty | null>(null);
  const renew = useRenew(station, setCode);
  const log = useLog(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  function act(server: PairedAudioServer, duty: ServerDuty): void {
    if (duty === "renew") {
      void renew(server);
    } else if (duty === "log") {
      void log.fetch(server);
    } else {
      setOpened({ duty, server });
    }
  }
  const renamed = opened?.duty === "rename" ? opened.server : null;
  return (
    <div className={styles["section"]}>
      {code === null ? null : <PairingCode code={code} close={() => setCode(null)} />}
      <div className={styles["card"]}>
        {fetched.data.length === 0 ? (
          <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
        ) : (
          <ServerTable>
            {fetched.data.map((server) => (
              <LiveServer
                key={server.id}
                server={server}
                isFetchingLog={log.of === server.id}
                act={(duty) => act(server, duty)}
              />
            ))}
          </ServerTable>
        )}
        {log.refused === null ? null : <output className={styles["refused"]}>{log.refused}</output>}
      </div>
      <AudioServerForm
        key={renamed?.id ?? "new"}
        station={station}
        server={renamed}
        onCode={setCode}
        close={() => setOpened(null)}
      />
      <ServerDialogs
        station={station}
        restarted={opened?.duty === "restart" ? opened.server : null}
        revoked={opened?.duty === "revoke" ? opened.server : null}
        close={() => setOpened(null)}
      />
    </div>
  );
}

/** Each row is a `ServerRow`. */
export function ServerTable({ children }: { children: ReactNode }) {
  const t = useTranslations("audioServers");
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("lines")}</th>
            <th scope="col">{t("actions")}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface LiveServerProps {
  server: PairedAudioServer;
  isFetchingLog: boolean;
  act: (duty: ServerDuty) => void;
}

function LiveServer({ server, ...rest }: LiveServerProps) {
  const isPaired = server.pairedAt !== null;
  const line1 = useLiveLine(server.id, "line1", isPaired);
  const line2 = useLiveLine(server.id, "line2", isPaired);
  return <ServerRow server={server} live={{ line1, line2 }} {...rest} />;
}

function useRenew(station: string, onCode: (code: NewCode) => void) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async ({ id: server, name }: PairedAudioServer): Promise<void> => {
    const params = { id: station, server };
    const { code } = await http.call(renewPairingCode, { params, body: {} });
    onCode({ name, code });
    await refresh();
  };
}

/** One log at a time, kept by the browser as a file. */
function useLog(station: string) {
  const { http, schedule } = useConsole();
  const [of, setOf] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  async function wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => schedule(resolve, ms));
  }
  async function fetch({ id: server, name }: PairedAudioServer): Promise<void> {
    if (of !== null) {
      return;
    }
    setOf(server);
    setRefused(null);
    try {
      const text = await fetchLog({ http, wait }, { id: station, server });
      saveFile({ name: `${name}.log`, text });
    } catch (error) {
      setRefused(describeFailure(error).words);
    } finally {
      setOf(null);
    }
  }
  return { of, refused, fetch };
}
