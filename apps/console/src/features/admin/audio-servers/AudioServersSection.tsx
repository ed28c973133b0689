import { useState } from "react";
import { useTranslations } from "use-intl";

import { type PairedAudioServer, renewPairingCode, revokeAudioServer } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { AudioServerForm } from "./AudioServerForm.tsx";
import { AudioServerState, AudioServerVersion } from "./AudioServerState.tsx";
import { type NewCode, PairingCode } from "./PairingCode.tsx";
import { useAudioServers } from "./use-audio-servers.ts";

import styles from "../Admin.module.css";

/** The audio servers of the station: how each is, adding by a code, renaming, revoking [AS34]. */
export function AudioServersSection({ station }: { station: string }) {
  const t = useTranslations("audioServers");
  const fetched = useAudioServers(station);
  const [code, setCode] = useState<NewCode | null>(null);
  const [renamed, setRenamed] = useState<PairedAudioServer | null>(null);
  const [revoked, setRevoked] = useState<PairedAudioServer | null>(null);
  const renew = useRenew(station, setCode);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const servers = fetched.data;
  return (
    <div className={styles["section"]}>
      {code === null ? null : <PairingCode code={code} close={() => setCode(null)} />}
      <div className={styles["card"]}>
        {servers.length === 0 ? (
          <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
        ) : (
          <ServerTable
            servers={servers}
            rename={setRenamed}
            renew={(server) => void renew(server)}
            revoke={setRevoked}
          />
        )}
      </div>
      <AudioServerForm
        key={renamed?.id ?? "new"}
        station={station}
        server={renamed}
        onCode={setCode}
        close={() => setRenamed(null)}
      />
      <RevokeDialog station={station} server={revoked} close={() => setRevoked(null)} />
    </div>
  );
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

interface ServerTableProps {
  servers: readonly PairedAudioServer[];
  rename: (server: PairedAudioServer) => void;
  renew: (server: PairedAudioServer) => void;
  revoke: (server: PairedAudioServer) => void;
}

function ServerTable({ servers, rename, renew, revoke }: ServerTableProps) {
  const t = useTranslations("audioServers");
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("state")}</th>
            <th scope="col">{t("version")}</th>
            <th aria-label={t("actions")} />
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <tr key={server.id}>
              <td>{server.name}</td>
              <td>
                <AudioServerState server={server} />
              </td>
              <td>
                <AudioServerVersion server={server} />
              </td>
              <td>
                <Button
                  aria-label={t("renameOf", { name: server.name })}
                  onClick={() => rename(server)}
                >
                  {t("rename")}
                </Button>{" "}
                <Button
                  aria-label={t("newCodeOf", { name: server.name })}
                  onClick={() => renew(server)}
                >
                  {t("newCode")}
                </Button>{" "}
                {server.pairedAt === null && server.codeExpiresAt === null ? null : (
                  <Button
                    look="quiet"
                    aria-label={t("revokeOf", { name: server.name })}
                    onClick={() => revoke(server)}
                  >
                    {t("revoke")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RevokeDialogProps {
  station: string;
  server: PairedAudioServer | null;
  close: () => void;
}

/** Names what it means before it is done [AC13]. */
function RevokeDialog({ station, server, close }: RevokeDialogProps) {
  const t = useTranslations("audioServers");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <AskDialog
      open={server !== null}
      title={t("revokeTitle", { name: server?.name ?? "" })}
      words={t("revokeWords")}
      doWords={t("revokeDo")}
      close={close}
      run={async () => {
        if (server !== null) {
          await http.call(revokeAudioServer, { params: { id: station, server: server.id } });
          await refresh();
        }
      }}
    />
  );
}
