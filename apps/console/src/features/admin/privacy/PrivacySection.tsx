import { SectionState } from "../SectionState.tsx";
import { MaskingForm } from "./MaskingForm.tsx";
import { NumberExport } from "./NumberExport.tsx";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { RecordingForm } from "./RecordingForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";
import { useRecordingSettings, useSaveRecording } from "./use-recording-settings.ts";

import styles from "../Admin.module.css";

/** How long data is stored, who sees numbers, what is recorded [AD70] [AD73] [AD102] [RG16]. */
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
