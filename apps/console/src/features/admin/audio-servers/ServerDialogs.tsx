import { useTranslations } from "use-intl";

import {
  type PairedAudioServer,
  removeAudioServer,
  restartAudioServer,
  revokeAudioServer,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { useRefresh } from "../use-station-details.ts";

export interface OpenDuty {
  duty: (typeof duties)[number];
  server: PairedAudioServer;
}

const duties = ["restart", "revoke", "remove"] as const;

interface ServerDialogsProps {
  station: string;
  opened: OpenDuty | null;
  close: () => void;
}

export function ServerDialogs({ station, opened, close }: ServerDialogsProps) {
  const t = useTranslations("audioServers");
  const run = useDuty(station);
  return duties.map((duty) => (
    <AskDialog
      key={duty}
      open={opened?.duty === duty}
      title={t(`${duty}Title`, { name: opened?.server.name ?? "" })}
      words={t(`${duty}Words`)}
      doWords={t(`${duty}Do`)}
      close={close}
      run={async () => (opened === null ? undefined : await run(opened))}
    />
  ));
}

function useDuty(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async ({ duty, server }: OpenDuty): Promise<void> => {
    const params = { id: station, server: server.id };
    switch (duty) {
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
