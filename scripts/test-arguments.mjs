// The arguments of `npm test` and `npm run test:full`, and the tests that only the long run
// includes.
import { fail } from "./workspace.mjs";

/**
 * If this variable is set, `vitest.config.ts` omits the files with `.full.` in their names. `npm
 * test` sets it.
 */
export const SHORT_TESTS = "LINEDESK_SHORT_TESTS";
/**
 * The journeys of `npm test`: a pattern for Playwright that matches every path without `.full.`.
 */
export const SHORT_JOURNEYS = String.raw`^(?!.*\.full\.e2e\.ts$).*\.e2e\.ts$`;

const usage = "Use npm test, or npm run test:full -- --shard 2/6.";

function readShard(words) {
  const [, part, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(words ?? "") ?? [];
  if (part === undefined || Number(part) > Number(count)) {
    fail(`--shard takes a part and a count such as 2/6, not ${words ?? "nothing"}. ${usage}`);
  }
  return { shard: [`--shard=${part}/${count}`], isFirstShard: part === "1" };
}

/** Reads the flags. For an unknown flag it prints one sentence and ends the process. */
export function readTestArguments(args) {
  const isFull = args[0] === "--full";
  const [flag, ...words] = isFull ? args.slice(1) : args;
  if (flag === undefined) {
    return { isFull, shard: [], isFirstShard: true };
  }
  if (!isFull || !/^--shard(?:=|$)/.test(flag) || words.length > 1) {
    fail(`Unknown argument ${flag}. ${usage}`);
  }
  return { isFull, ...readShard(flag.split("=")[1] ?? words[0]) };
}
