import { spawnSync } from "node:child_process";

import type { Breach } from "../breach.ts";

/** The last commit before subjects were checked. */
const BASE_COMMIT = "729e171";
const MAX_LENGTH = 72;
const SUBJECT = /^[a-z][a-z0-9 .,/-]*: [a-z]/;
/** Verbs that nobody would search for with `git log --grep`. */
const VAGUE_VERB = /^[^:]*: (?:part|tell|hear|let|say)\b/;

export interface Commit {
  hash: string;
  subject: string;
}

export function findSubjectBreaches(commits: Commit[]): Breach[] {
  return commits.flatMap(({ hash, subject }) => {
    const message = judgeSubject(subject);
    const at = `commits/${hash.slice(0, 8)}`;
    return message === null
      ? []
      : [{ check: "commit-subject", at, message: `${message} "${subject}"` }];
  });
}

function judgeSubject(subject: string): string | null {
  if (subject.length > MAX_LENGTH) {
    return `The subject has ${subject.length} characters, more than ${MAX_LENGTH}:`;
  }
  if (!SUBJECT.test(subject)) {
    return "The subject does not have the form `area: imperative`:";
  }
  return VAGUE_VERB.test(subject) ? "The subject's verb does not describe the change:" : null;
}

/**
 * Returns the commits since the base; none if there is no git, in a shallow clone, or in another
 * history.
 */
export function readCommits(root: string): Commit[] {
  const range = `${BASE_COMMIT}..HEAD`;
  const { status, stdout } = spawnSync("git", ["log", "--no-merges", "--format=%H %s", range], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    return [];
  }
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ hash: line.slice(0, 40), subject: line.slice(41) }));
}
