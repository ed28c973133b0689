import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** The units of the package, each with its folder. */
const units = [
  ["linedesk-exchange", "deploy/systemd"],
  ["linedesk", "deploy/systemd"],
  ["linedesk-backup", "deploy/systemd"],
  ["linedesk-audio-server", "apps/audio-server"],
] as const;
/**
 * systemd rates the exposure of a service from 0 to 10, and calls a service up to 2.5 well
 * protected.
 */
const MAX_EXPOSURE = 2.5;

test.runIf(existsSync("/usr/bin/systemd-analyze")).each(units)(
  "[SR42] the service %s is protected as systemd recommends",
  (name, folder) => {
    const { stdout, error } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", join(root, folder, `${name}.service`)],
      { encoding: "utf8" },
    );

    expect(error).toBeUndefined();
    const [, exposure = ""] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number.parseFloat(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
  },
);

test.each(units)(
  "[SR89] the end of another service does not end the service %s",
  (name, folder) => {
    const unit = readFileSync(join(root, folder, `${name}.service`), "utf8");

    expect(unit).not.toMatch(
      /^(?:Requires|Requisite|BindsTo|PartOf|Conflicts|StopPropagatedFrom|PropagatesStopTo)=/m,
    );
  },
);

test("only the services that carry sound may have a higher priority", () => {
  const limits = units.map(([name, folder]) => {
    const unit = readFileSync(join(root, folder, `${name}.service`), "utf8");
    return [name, unit.match(/^(?:LimitNICE|CPUSchedulingPolicy|RestrictRealtime)=.*$/gm)];
  });

  expect(Object.fromEntries(limits)).toEqual({
    // The media thread requests the higher priority itself.
    "linedesk-exchange": ["LimitNICE=-10", "RestrictRealtime=true"],
    linedesk: ["RestrictRealtime=true"],
    "linedesk-backup": ["RestrictRealtime=true"],
    "linedesk-audio-server": ["CPUSchedulingPolicy=fifo"],
  });
});
