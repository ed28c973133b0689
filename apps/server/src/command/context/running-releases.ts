import * as z from "zod";

/** The release that a part runs; `null` when the part does not run or does not answer. */
export type RunningRelease = z.output<typeof runningRelease> | null;

/** A release before 0.2.0 does not name the version of the exchange. */
const runningRelease = z.object({
  version: z.string().nullable().default(null),
  programs: z.string().nullable().default(null),
});

export interface InstalledRelease {
  version: string;
  /** The checksum of the exchange's programs; `null` in a clone. */
  programs: string | null;
}

export interface RunningReleases {
  server: RunningRelease;
  exchange: RunningRelease;
}

export function parseRelease(health: unknown): RunningRelease {
  return runningRelease.safeParse(health).data ?? null;
}

/**
 * Returns a sentence for each part that still runs other programs than the installed ones after an
 * upgrade. An exchange whose programs have not changed needs no restart, and has no sentence.
 */
export function describeOutdated(running: RunningReleases, installed: InstalledRelease): string[] {
  return (["server", "exchange"] as const)
    .filter((part) => isOutdated(running[part], installed))
    .map((part) => {
      const version = running[part]?.version ?? "an earlier version";
      return `The ${part} runs ${version}, and ${installed.version} is installed: run linedesk restart ${part}.`;
    });
}

function isOutdated(running: RunningRelease, installed: InstalledRelease): boolean {
  if (running === null || running.version === installed.version) {
    return false;
  }
  return running.programs === null || running.programs !== installed.programs;
}
