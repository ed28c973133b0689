/**
 * Refuses names, comments, commit subjects and log messages that violate the style of this
 * repository, and regular expressions that are slow on hostile input. `npm run check` runs it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Breach, reportBreaches } from "./breach.ts";
import { findBannedNames } from "./dialect/banned-names.ts";
import { findCommentBreaches } from "./dialect/comments.ts";
import { type Commit, findSubjectBreaches, readCommits } from "./dialect/commit-subjects.ts";
import { findFileNameBreaches } from "./dialect/file-names.ts";
import { findTwilioCodeLiterals } from "./dialect/twilio-code-literals.ts";
import { findSlowPatterns } from "./guards/linear-patterns.ts";
import { findLogMessages } from "./guards/log-messages.ts";
import { readSourceFiles } from "./sources/source-file.ts";

/** Checks a whole checkout. */
export function findDialectBreaches(root: string, commits: Commit[] = readCommits(root)): Breach[] {
  const product = readSourceFiles(root);
  const tools = readSourceFiles(root, ["bench", "e2e", "scripts"]);
  return [
    ...findFileNameBreaches(product),
    ...findBannedNames([...product, ...tools]),
    ...findCommentBreaches([...product, ...tools]),
    ...findTwilioCodeLiterals(product),
    ...findLogMessages(product),
    ...findSlowPatterns(product),
    ...findSubjectBreaches(commits),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  reportBreaches("dialect", findDialectBreaches(join(import.meta.dirname, "..")));
}
