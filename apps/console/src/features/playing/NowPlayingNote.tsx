import { Music } from "lucide-react";
import { useCallback } from "react";
import { useTranslations } from "use-intl";

import type { NowPlaying } from "@linedesk/contract";
import { useFromNow } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

import styles from "./NowPlaying.module.css";

/** Shows title and artist in a limited width. A song is not urgent, so this is no live region. */
export function NowPlayingNote({ playing }: { playing: NowPlaying | null }) {
  const t = useTranslations("playing");
  const read = useCallback(
    (now: number) => playing !== null && isStillPlaying(playing, now),
    [playing],
  );
  const isShown = useFromNow(read);
  if (playing === null || !isShown) {
    return null;
  }
  const { title, artist } = playing;
  const words = title === "" || artist === "" ? title + artist : t("song", { title, artist });
  return (
    <span className={styles["note"]} title={words}>
      <Music size={14} aria-hidden="true" />
      <VisuallyHidden>{t("now")}: </VisuallyHidden>
      <span className={styles["song"]}>{words}</span>
    </span>
  );
}

/**
 * A song without an update for this time is hidden, because the playout system has probably lost its
 * connection.
 */
const SHOWN_FOR_MS = 3_600_000;

export function isStillPlaying({ at }: Pick<NowPlaying, "at">, now: number): boolean {
  return now - Date.parse(at) < SHOWN_FOR_MS;
}
