import type { CSSProperties } from "react";
import { useTranslations } from "use-intl";

import type { StationTagView } from "./queue-view.ts";

import styles from "./StationTag.module.css";

/** The station of a row, where the list has several [ST41]. */
export function StationTag({ tag }: { tag: StationTagView }) {
  const t = useTranslations("queue");
  return (
    <span
      className={styles["tag"]}
      data-hue={tag.hue}
      style={tag.colour === null ? undefined : ({ "--hue": tag.colour } as CSSProperties)}
      title={t("ofStation", { station: tag.callSign })}
    >
      {tag.callSign}
    </span>
  );
}
