import { useTranslations } from "use-intl";

import { type PairedAudioServer, restartAudioServer, revokeAudioServer } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { useRefresh } from "../use-station-details.ts";

interface ServerDialogsProps {
  station: string;
  restarted: PairedAudioServer | null;
  revoked: PairedAudioServer | null;
  close: () => void;
}

/** Each names what it means before it is done [AC13]. */
export function ServerDialogs({ station, restarted, revoked, close }: ServerDialogsProps) {
  const t = useTranslations("audioServers");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <>
      <AskDialog
        open={restarted !== null}
        title={t("restartTitle", { name: restarted?.name ?? "" })}
        words={t("restartWords")}
        doWords={t("restartDo")}
        close={close}
        run={async () => {
          if (restarted !== null) {
            const params = { id: station, server: restarted.id };
            await http.call(restartAudioServer, { params, body: {} });
          }
        }}
      />
      <AskDialog
        open={revoked !== null}
        title={t("revokeTitle", { name: revoked?.name ?? "" })}
        words={t("revokeWords")}
        doWords={t("revokeDo")}
        close={close}
        run={async () => {
          if (revoked !== null) {
            await http.call(revokeAudioServer, { params: { id: station, server: revoked.id } });
            await refresh();
          }
        }}
      />
    </>
  );
}
