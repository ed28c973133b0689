import { Download, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import type { PastRecording } from "@linedesk/contract";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDuration } from "../../ui/time/time-formats.ts";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";

import styles from "./People.module.css";

type Remove = (recording: string, reason: string) => Promise<void>;

interface RecordingListProps {
  items: readonly PastRecording[];
  mayPlay: boolean;
  /** Deletes a recording; `null` when the role may not. */
  remove: Remove | null;
}

export function RecordingList({ items, mayPlay, remove }: RecordingListProps) {
  return (
    <ul className={styles["plain"]}>
      {items.map((recording) => (
        <li key={recording.id} className={styles["fields"]}>
          <RecordingRow recording={recording} mayPlay={mayPlay} remove={remove} />
        </li>
      ))}
    </ul>
  );
}

interface RecordingRowProps extends Pick<RecordingListProps, "mayPlay" | "remove"> {
  recording: PastRecording;
}

function RecordingRow({ recording, mayPlay, remove }: RecordingRowProps) {
  const t = useTranslations("history.recordings");
  const formats = useTimeFormats();
  const { id, at, durationS, deleted } = recording;
  const time = formats.minute(Date.parse(at));
  const length = durationS === null ? t("unfinished") : formatDuration(durationS);
  const isThere = durationS !== null && !deleted;
  const address = `/api/recordings/${id}/sound`;
  return (
    <>
      <span className={styles["muted"]}>
        {deleted ? t("deletedAt", { time, length }) : t("at", { time, length })}
      </span>
      {isThere && mayPlay ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- calls have no captions */}
          <audio
            className={styles["player"]}
            controls
            preload="none"
            aria-label={t("play", { time })}
            src={address}
          />
          <a className={styles["file"]} href={`${address}?file=true`} download>
            <Download size={16} aria-hidden="true" />
            {t("download")}
          </a>
        </>
      ) : null}
      {isThere && remove !== null ? <DeleteForm recording={id} remove={remove} /> : null}
    </>
  );
}

function DeleteForm({ recording, remove }: { recording: string; remove: Remove }) {
  const t = useTranslations("history.recordings");
  const id = useId();
  const [reason, setReason] = useState("");
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  async function submit() {
    setPending(true);
    setFailed(null);
    try {
      await remove(recording, reason.trim());
    } catch (error) {
      setFailed(describeFailure(error).words);
    } finally {
      setPending(false);
    }
  }
  return (
    <form
      className={styles["fields"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles["labelled"]}>
        <label htmlFor={id}>{t("reason")}</label>
        <input
          id={id}
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {failed === null ? null : <output className={styles["refused"]}>{failed}</output>}
      <div className={styles["buttons"]}>
        <Button
          type="submit"
          look="danger"
          icon={Trash2}
          pending={pending}
          disabledReason={reason.trim() === "" ? t("reasonNeeded") : null}
        >
          {t("delete")}
        </Button>
      </div>
    </form>
  );
}
