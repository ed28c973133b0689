import { ConfigError } from "../../config/config.ts";
import type { CommandContext, Subcommand } from "../context/subcommand.ts";
import { checks } from "../doctor/checks.ts";
import type { FindingState } from "../doctor/context/finding.ts";
import { readSurroundings } from "../doctor/read-surroundings.ts";
import { type CheckResult, runChecks } from "../doctor/run-checks.ts";

const marks: Record<FindingState, string> = {
  right: "right",
  warning: "look",
  wrong: "WRONG",
  left_out: "-",
};

export const doctor: Subcommand = {
  name: "doctor",
  usage: "",
  summary: "Checks everything that calls need, and explains what is wrong and what to do.",
  details: [
    "It works while the station runs and while it does not, and changes nothing. A line with the mark",
    '"-" explains why a check does not apply. The exit code is 1 when something is wrong.',
  ],
  options: {},
  async run({ env, print, printJson }) {
    const results = await examine(env);
    const isRight = results.every(({ state }) => state !== "wrong");
    printJson({ isRight, checks: results });
    results.forEach((result) => describe(result).forEach(print));
    print(`\n${summarise(results)}`);
    return isRight ? 0 : 1;
  },
};

/** With settings that the station itself would refuse, no check can run. */
export async function examine(env: CommandContext["env"]): Promise<CheckResult[]> {
  try {
    const { around, secrets } = await readSurroundings(env);
    return await runChecks(checks, around, secrets);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    const advice = "Correct the setting; docs/configuration.md describes each.";
    return error.message
      .split("\n")
      .map((text) => ({ check: "settings", state: "wrong", text, advice }));
  }
}

function describe({ check, state, text, advice }: CheckResult): string[] {
  const indent = " ".repeat(21);
  return [
    `${marks[state].padEnd(7)}${check.padEnd(14)}${text}`,
    ...(advice === null ? [] : [`${indent}${advice}`]),
  ];
}

function summarise(results: readonly CheckResult[]): string {
  const count = (state: FindingState) => results.filter((one) => one.state === state).length;
  return `${count("right")} right, ${count("warning")} to look at, ${count("wrong")} wrong, ${count("left_out")} left out.`;
}
