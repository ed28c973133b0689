import { useQueryClient } from "@tanstack/react-query";
import { CassetteTape } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { deleteRecording, type PastRecording } from "@linedesk/contract";
import { useConsole, usePermissionAt } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { RecordingList } from "./RecordingList.tsx";

import styles from "./People.module.css";

interface RecordingsButtonProps {
  station: string;
  at: string;
  recordings: readonly PastRecording[];
}

export function RecordingsButton({ station, at, recordings }: RecordingsButtonProps) {
  const t = useTranslations("history");
  const formats = useTimeFormats();
  const { http } = useConsole();
  const queries = useQueryClient();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const mayPlay = usePermissionAt(station, "recordings");
  const mayDelete = usePermissionAt(station, "deleteRecordings");
  async function remove(recording: string, reason: string) {
    await http.call(deleteRecording, { params: { recording }, body: { reason } });
    await queries.invalidateQueries({ queryKey: ["history-of-calls"] });
  }
  const title = t("recordings.of", { time: formats.full(Date.parse(at)) });
  return (
    <>
      <Button
        look="quiet"
        className={styles["recordings"]}
        icon={CassetteTape}
        title={t("recordings.open")}
        aria-label={title}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Popover open={anchor !== null} onClose={() => setAnchor(null)} anchor={anchor} title={title}>
        <RecordingList items={recordings} mayPlay={mayPlay} remove={mayDelete ? remove : null} />
      </Popover>
    </>
  );
}
