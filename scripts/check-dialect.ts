/**
 * One dialect and one vocabulary: names of files, banned words in names, widths, bags of
 * dependencies, codes outside their table, dead members of unions, messages of logs, `test`.
 * `npm run check` runs it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Breach } from "./breach.ts";
import { readPlannedIds } from "./check-rules.ts";
import { findBannedNames } from "./dialect/banned-names.ts";
import { findWideComments } from "./dialect/comment-width.ts";
import { type Commit, findSubjectBreaches, readCommits } from "./dialect/commit-subjects.ts";
import { findConstantNames } from "./dialect/constant-names.ts";
import { findDependencyBags } from "./dialect/dependency-bags.ts";
import { findFileNameBreaches } from "./dialect/file-names.ts";
import { findFunctionConstants } from "./dialect/function-constants.ts";
import { findFunctionNames } from "./dialect/function-names.ts";
import { findJoinableFiles } from "./dialect/joinable-files.ts";
import { joinableList } from "./dialect/joinable-list.ts";
import { findSlowPatterns } from "./dialect/linear-patterns.ts";
import { findLogMessages } from "./dialect/log-messages.ts";
import { findItTests } from "./dialect/test-functions.ts";
import { findTwilioCodeLiterals } from "./dialect/twilio-code-literals.ts";
import { findUnproducedMembers } from "./dialect/unproduced-members.ts";
import { reportBreaches } from "./report-breaches.ts";
import { readSourceFiles } from "./sources/source-file.ts";

interface DialectOptions {
  commits?: Commit[];
}

/** Judges a whole checkout; a test plants a breach of each check in one. */
export function findDialectBreaches(root: string, options: DialectOptions = {}): Breach[] {
  const { commits = readCommits(root) } = options;
  const product = readSourceFiles(root);
  const tools = readSourceFiles(root, ["bench", "e2e", "scripts"]);
  return [
    ...findFileNameBreaches(product),
    ...findBannedNames([...product, ...tools]),
    ...findWideComments([...product, ...tools]),
    ...findDependencyBags(product),
    ...findTwilioCodeLiterals(product),
    ...findUnproducedMembers(product, readPlannedIds(root)),
    ...findItTests([...product, ...tools]),
    ...findLogMessages(product),
    ...findSlowPatterns(product),
    ...findConstantNames(product),
    ...findJoinableFiles(product, joinableList),
    ...findFunctionNames(product),
    ...findFunctionConstants([...product, ...tools]),
    ...findSubjectBreaches(commits),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  reportBreaches("dialect", findDialectBreaches(join(import.meta.dirname, "..")));
}
