import { useState } from "react";

import { type PairedAudioServer, renewPairingCode } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { saveFile } from "../../../lib/to-csv.ts";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { AudioServerForm, type NewCode, PairingCode } from "./AudioServerForm.tsx";
import { type OpenDuty, ServerDialogs } from "./ServerDialogs.tsx";
import { type ServerDuty, ServerTable } from "./ServerTable.tsx";
import { useAudioServers, useLiveServers, fetchLog } from "./use-audio-servers.ts";

import styles from "../Admin.module.css";

export function AudioServersSection({ station }: { station: string }) {
  const fetched = useAudioServers(station);
  const [code, setCode] = useState<NewCode | null>(null);
  const [opened, setOpened] = useState<OpenDuty | null>(null);
  const [renamed, setRenamed] = useState<PairedAudioServer | null>(null);
  const mayLeave = useMayLeave();
  const renew = useRenew(station, setCode);
  const log = useLog(station);
  const readLive = useLiveServers(fetched.status === "loaded" ? fetched.data : []);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  function act(server: PairedAudioServer, duty: ServerDuty): void {
    if (duty === "renew") {
      void renew(server);
    } else if (duty === "log") {
      void log.fetch(server);
    } else if (duty !== "rename") {
      setOpened({ duty, server });
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
