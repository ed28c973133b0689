import type { TrunkAnswer, TrunkTrial } from "@linedesk/contract";
import { readReason } from "../../../client/words/page-words.ts";

import styles from "./Trunks.module.css";

/** Returns the words of the answers, without repetition. */
function listWords(answers: readonly (TrunkAnswer | null)[]): string[] {
  const words = answers.map((one) => (one === null ? "" : (readReason(one) ?? one.message)));
  return [...new Set(words.filter((text) => text !== ""))];
}

/** Shows the answers of each host of a trunk to a test. */
export function TrialWords({ trial: { hosts } }: { trial: TrunkTrial }) {
  return (
    <ul className={styles["trial"]}>
      {hosts.map(({ host, works, register, options }) => (
        <li key={host} data-works={works}>
          <strong>{host}</strong> {listWords([options, register]).join(" ")}
        </li>
      ))}
    </ul>
  );
}
