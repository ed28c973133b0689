import type { Check, Surroundings } from "./context/check.ts";
import { type Finding, maskText, wrong } from "./context/finding.ts";

export interface CheckResult extends Finding {
  check: string;
}

/** Runs all checks concurrently, each with its timeout, and masks the findings. */
export async function runChecks(
  checks: readonly Check[],
  around: Surroundings,
  secrets: readonly string[],
): Promise<CheckResult[]> {
  const found = await Promise.all(
    checks.map(async (check) => {
      const findings = await runInTime(check, around);
      return findings.map(({ state, text, advice }) => ({
        check: check.name,
        state,
        text: maskText(text, secrets),
        advice: advice === null ? null : maskText(advice, secrets),
      }));
    }),
  );
  return found.flat();
}

async function runInTime(check: Check, around: Surroundings): Promise<Finding[]> {
  const { timeoutMs, lateAdvice } = check;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    const text = `There is no result within ${timeoutMs / 1_000} s.`;
    timer = setTimeout(() => resolve([wrong(text, lateAdvice)]), timeoutMs);
  });
  try {
    return await Promise.race([check.run(around), late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong(`The check itself failed: ${reason}.`, lateAdvice)];
  } finally {
    clearTimeout(timer);
  }
}
