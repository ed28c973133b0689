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

/** What is asked about before it is done. */
export interface AskedOf {
  duty: (typeof duties)[number];
  server: PairedAudioServer;
}

const duties = ["restart", "revoke", "remove"] as const;

interface ServerDialogsProps {
  station: string;
  asked: AskedOf | null;
  close: () => void;
}

/** Each names what it means before it is done [AC13]. */
export function ServerDialogs({ station, asked, close }: ServerDialogsProps) {
  const t = useTranslations("audioServers");
  const run = useDuty(station);
  return duties.map((duty) => (
    <AskDialog
      key={duty}
      open={asked?.duty === duty}
      title={t(`${duty}Title`, { name: asked?.server.name ?? "" })}
      words={t(`${duty}Words`)}
      doWords={t(`${duty}Do`)}
      close={close}
      run={async () => (asked === null ? undefined : await run(asked))}
    />
  ));
}

function useDuty(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async ({ duty, server }: AskedOf): Promise<void> => {
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
