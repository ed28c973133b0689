import type { TrunkTrial } from "@linedesk/contract";
import { readReason } from "../../../client/words/page-words.ts";

import styles from "./Trunks.module.css";

/** Shows the answers of each host of a trunk to a test. */
export function TrialWords({ trial: { hosts } }: { trial: TrunkTrial }) {
  return (
    <ul className={styles["trial"]}>
      {hosts.map(({ host, works, register, options }) => (
        <li key={host} data-works={works}>
          <strong>{host}</strong>{" "}
          {[options, register]
            .filter((answer) => answer !== null)
            .map((answer) => readReason(answer) ?? answer.message)
            .join(" ")}
        </li>
      ))}
    </ul>
  );
}
