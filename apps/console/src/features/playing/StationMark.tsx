import type { StationLook } from "./use-station-look.ts";

import styles from "./NowPlaying.module.css";

/** The station's logo, else its colour; its name stands beside it. */
export function StationMark({ look: { logo, colour } }: { look: StationLook }) {
  if (logo !== null) {
    return <img className={styles["logo"]} src={logo} alt="" />;
  }
  return colour === null ? null : (
    <span className={styles["colour"]} style={{ background: colour }} aria-hidden="true" />
  );
}
