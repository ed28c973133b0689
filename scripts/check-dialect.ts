/**
 * One dialect and one vocabulary: names of files, banned words in names, widths, bags of
 * dependencies, codes outside their table, dead members of unions, messages of logs, `test`.
 * `npm run check` runs it.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readPlannedIds } from "./check-rules.ts";
import { findBannedNames } from "./dialect/banned-names.ts";
import { findWideComments } from "./dialect/comment-width.ts";
import { findSubjectBreaches, readCommits } from "./dialect/commit-subjects.ts";
import { findConstantNames } from "./dialect/constant-names.ts";
import { findDependencyBags } from "./dialect/dependency-bags.ts";
import { findFileNameBreaches } from "./dialect/file-names.ts";
import { findFunctionConstants } from "./dialect/function-constants.ts";
import { findLogMessages } from "./dialect/log-messages.ts";
import { findItTests } from "./dialect/test-functions.ts";
import { findTwilioCodeLiterals } from "./dialect/twilio-code-literals.ts";
import { findUnproducedMembers } from "./dialect/unproduced-members.ts";
import { reportBreaches } from "./report-breaches.ts";
import { readSourceFiles } from "./sources/source-file.ts";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  const product = readSourceFiles(root);
  const tools = readSourceFiles(root, ["bench", "e2e", "scripts"]);
  reportBreaches("dialect", [
    ...findFileNameBreaches(product),
    ...findBannedNames([...product, ...tools.filter(({ path }) => !path.startsWith("scripts/"))]),
    ...findWideComments([...product, ...tools]),
    ...findDependencyBags(product),
    ...findTwilioCodeLiterals(product),
    ...findUnproducedMembers(product, readPlannedIds(root)),
    ...findItTests([...product, ...tools]),
    ...findLogMessages(product),
    ...findConstantNames(product),
    ...findFunctionConstants([...product, ...tools]),
    ...findSubjectBreaches(readCommits(root)),
  ]);
}
