import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  type PairedAudioServer,
  renewPairingCode,
  removeAudioServer,
  restartAudioServer,
  revokeAudioServer,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { AskDialog } from "../AskDialog.tsx";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { AudioServerForm, type NewCode, PairingCode } from "./AudioServerForm.tsx";
import { type ServerAction, ServerTable } from "./ServerTable.tsx";
import { useAudioServers, useLiveServers, fetchLog } from "./use-audio-servers.ts";

import styles from "../Admin.module.css";

export function AudioServersSection({ station }: { station: string }) {
  const fetched = useAudioServers(station);
  const [code, setCode] = useState<NewCode | null>(null);
  const [opened, setOpened] = useState<OpenedAction | null>(null);
  const [renamed, setRenamed] = useState<PairedAudioServer | null>(null);
  const mayLeave = useMayLeave();
  const renew = useRenew(station, setCode);
  const log = useLog(station);
  const readLive = useLiveServers(fetched.status === "loaded" ? fetched.data : []);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  function act(server: PairedAudioServer, action: ServerAction): void {
    if (action === "renew") {
      void renew(server);
    } else if (action === "log") {
      void log.fetch(server);
    } else if (action !== "rename") {
      setOpened({ action, server });
    } else if (mayLeave()) {
      setRenamed(server);
    }
  }
  return (
    <div className={styles["section"]}>
      {code === null ? null : <PairingCode code={code} close={() => setCode(null)} />}
      <ServerTable
        servers={fetched.data}
        readLive={readLive}
        logOf={log.of}
        refused={log.refused}
        act={act}
      />
      <AudioServerForm
        key={renamed?.id ?? "new"}
        station={station}
        server={renamed}
        onCode={setCode}
        close={() => setRenamed(null)}
      />
      <ServerDialogs station={station} opened={opened} close={() => setOpened(null)} />
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

function useLog(station: string) {
  const { http, page } = useConsole();
  const { schedule } = page.timers;
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

interface OpenedAction {
  action: (typeof confirmedActions)[number];
  server: PairedAudioServer;
}

const confirmedActions = ["restart", "revoke", "remove"] as const;

interface ServerDialogsProps {
  station: string;
  opened: OpenedAction | null;
  close: () => void;
}

function ServerDialogs({ station, opened, close }: ServerDialogsProps) {
  const t = useTranslations("audioServers");
  const run = useServerAction(station);
  return confirmedActions.map((action) => (
    <AskDialog
      key={action}
      open={opened?.action === action}
      title={t(`${action}Title`, { name: opened?.server.name ?? "" })}
      words={t(`${action}Words`)}
      doWords={t(`${action}Do`)}
      close={close}
      run={async () => (opened === null ? undefined : await run(opened))}
    />
  ));
}

function useServerAction(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async ({ action, server }: OpenedAction): Promise<void> => {
    const params = { id: station, server: server.id };
    switch (action) {
      case "restart":
        await http.call(restartAudioServer, { params, body: {} });
        return;
      case "revoke":
        await http.call(revokeAudioServer, { params });
        return refresh();
      case "remove":
        await http.call(removeAudioServer, { params });
        return refresh();
    }
  };
}
