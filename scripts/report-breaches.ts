import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Breach } from "./breach.ts";
import { knownBreaches } from "./known-breaches.ts";
import { findOwner } from "./sources/source-file.ts";

/** How many breaches of a check are known in an app or package. */
export type BreachCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Verdict {
  lines: string[];
  isKept: boolean;
}

const SHOWN = 40;

/** Judges what the checks found: more breaches of one check and owner than known are a failure. */
export function judgeBreaches(
  { name, breaches, checks }: { name: string; breaches: Breach[]; checks: readonly string[] },
  known: BreachCounts = knownBreaches,
): Verdict {
  const lines: string[] = [];
  let isKept = true;
  for (const [group, found] of groupBreaches(breaches)) {
    const [check = "", owner = ""] = group.split(" ");
    const allowed = known[check]?.[owner] ?? 0;
    if (found.length <= allowed) {
      continue;
    }
    isKept = false;
    lines.push(...found.slice(0, SHOWN).map(formatBreach));
    const more = found.length > SHOWN ? `, of which ${SHOWN} are shown (--all shows all)` : "";
    lines.push(`${check}: ${found.length} breaches in ${owner}, ${allowed} are known${more}`, "");
  }
  const left = breaches.length === 0 ? "kept" : `${breaches.length} breaches`;
  const counts = countBreaches(breaches);
  const isLower = checks.some((check) =>
    Object.entries(known[check] ?? {}).some(([owner, n]) => n > (counts[check]?.[owner] ?? 0)),
  );
  const hint = isLower ? "; fewer than are known: run it with --update" : "";
  lines.push(`${name}: ${left}${isKept && breaches.length > 0 ? ", all known" : ""}${hint}`);
  return { lines, isKept };
}

export function formatBreach({ check, at, message }: Breach): string {
  return `${at}: ${message} [${check}]`;
}

function groupBreaches(breaches: Breach[]): Map<string, Breach[]> {
  const groups = new Map<string, Breach[]>();
  for (const breach of breaches) {
    const group = `${breach.check} ${findOwner(breach.at)}`;
    groups.set(group, [...(groups.get(group) ?? []), breach]);
  }
  return groups;
}

export function countBreaches(breaches: Breach[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { check, at } of breaches) {
    const owner = findOwner(at);
    counts[check] = { ...counts[check], [owner]: (counts[check]?.[owner] ?? 0) + 1 };
  }
  return counts;
}

/** Prints the verdict; `--all` prints every breach, `--update` notes what is left as known. */
export function reportBreaches(name: string, checks: readonly string[], breaches: Breach[]): void {
  if (process.argv.includes("--all")) {
    console.log(breaches.map(formatBreach).join("\n"));
    return;
  }
  if (process.argv.includes("--update")) {
    const others = Object.entries(knownBreaches).filter(([check]) => !checks.includes(check));
    writeKnown({ ...Object.fromEntries(others), ...countBreaches(breaches) });
    console.log(`${name}: ${breaches.length} breaches are noted as known`);
    return;
  }
  const { lines, isKept } = judgeBreaches({ name, breaches, checks });
  console.log(lines.join("\n"));
  process.exitCode = isKept ? 0 : 1;
}

function writeKnown(counts: Record<string, Record<string, number>>): void {
  const path = join(import.meta.dirname, "known-breaches.ts");
  const text = readFileSync(path, "utf8");
  const rows = Object.entries(counts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([check, owners]) => {
      const row = Object.entries(owners).map(([owner, n]) => `"${owner}": ${n}`);
      return `  "${check}": { ${row.join(", ")} },`;
    });
  const list = `// COUNTS\nexport const knownBreaches: BreachCounts = {\n${rows.join("\n")}\n};\n`;
  writeFileSync(path, `${text.slice(0, text.indexOf("// COUNTS"))}${list}`);
  spawnSync("npx", ["oxfmt", path], { stdio: "ignore" });
}
