import { useQuery } from "@tanstack/react-query";

import {
  readRecordingSettings,
  type RecordingSettings,
  saveRecordingSettings,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { type Fetched, toFetched, useRefresh } from "../use-station-details.ts";
import { MaskingForm } from "./MaskingForm.tsx";
import { NumberExport } from "./NumberExport.tsx";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { RecordingForm } from "./RecordingForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

export function PrivacySection({ station }: { station: string }) {
  const fetched = usePrivacy(station);
  const changes = usePrivacyChanges(station);
  const recording = useRecordingSettings(station);
  const saveRecording = useSaveRecording(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  if (recording.status !== "loaded") {
    return <SectionState fetched={recording} />;
  }
  return (
    <div className={styles["section"]}>
      <PrivacyForm privacy={fetched.data} changes={changes} />
      <MaskingForm privacy={fetched.data} save={changes.save} />
      <RecordingForm station={station} settings={recording.data} save={saveRecording} />
      <NumberExport take={changes.takeNumber} />
    </div>
  );
}

function useRecordingSettings(station: string): Fetched<RecordingSettings> {
  const { http } = useConsole();
  return toFetched(
    useQuery({
      queryKey: ["station-admin", station, "recording"],
      queryFn: ({ signal }) =>
        http.call(readRecordingSettings, { params: { id: station }, signal }),
    }),
  );
}

function useSaveRecording(station: string): (settings: RecordingSettings) => Promise<void> {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return async (body) => {
    await http.call(saveRecordingSettings, { params: { id: station }, body });
    await refresh();
  };
}
