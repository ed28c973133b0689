import type { CheckResult } from "./run-check.ts";
import { type ReceivedWebhook, sortParams } from "./webhook-receiver.ts";

/**
 * Returns the lines of the report: latencies, a comparison of the webhooks with the schemas of the
 * server, and the problems.
 */
export function writeReport({ steps, webhooks, problems }: CheckResult): string[] {
  return [
    "Latencies",
    ...steps.map(({ name, tookMs }) => `  ${String(Math.round(tookMs)).padStart(6)} ms  ${name}`),
    "",
    "Webhooks",
    ...listKinds(webhooks).flatMap(describeKind),
    "",
    ...listProblems({ steps, webhooks, problems }),
  ];
}

/** Returns true when every step ran and every webhook was signed and had what the server needs. */
export function isRight(result: CheckResult): boolean {
  const isWhole = result.webhooks.every(({ isSigned, wrong }) => isSigned && wrong.length === 0);
  return result.problems.length === 0 && isWhole;
}

interface Kind {
  title: string;
  webhooks: ReceivedWebhook[];
}

/** The events of a room have different parameters, so each is a kind of its own. */
function listKinds(webhooks: readonly ReceivedWebhook[]): Kind[] {
  const kinds = new Map<string, ReceivedWebhook[]>();
  for (const webhook of webhooks) {
    const event = webhook.params["StatusCallbackEvent"];
    const title = event === undefined ? webhook.name : `${webhook.name}: ${event}`;
    kinds.set(title, [...(kinds.get(title) ?? []), webhook]);
  }
  return [...kinds].map(([title, found]) => ({ title, webhooks: found }));
}

function describeKind({ title, webhooks }: Kind): string[] {
  const sorted = webhooks.map(sortParams);
  const signed = webhooks.filter(({ isSigned }) => isSigned).length;
  const wrong = listOnce(webhooks.flatMap((one) => one.wrong));
  return [
    `  ${title}: ${webhooks.length} received, ${signed} with a valid signature`,
    `    read: ${listOnce(sorted.flatMap(({ read }) => read)) || "nothing"}`,
    `    not read: ${listOnce(sorted.flatMap(({ other }) => other)) || "nothing"}`,
    ...(wrong === "" ? [] : [`    MISSING OR WRONG: ${wrong}`]),
  ];
}

function listOnce(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(", ");
}

function listProblems(result: CheckResult): string[] {
  return isRight(result)
    ? [
        "All steps ran, and every webhook is as the server needs it. Nothing is left in the account.",
      ]
    : [
        "PROBLEMS",
        ...result.problems.map((problem) => `  ${problem}`),
        "  See the webhooks above.",
      ];
}
