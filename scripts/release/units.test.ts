import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../deploy/systemd");
/** The scale of systemd ends at 10; up to 2.5 it calls a service well protected. */
const MAX_EXPOSURE = 2.5;

test
  .runIf(existsSync("/usr/bin/systemd-analyze"))
  .each(["linedesk-exchange", "linedesk", "linedesk-backup"])(
  "[SR42] the service %s is protected as systemd recommends",
  (name) => {
    const { stdout, error } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", join(folder, `${name}.service`)],
      { encoding: "utf8" },
    );

    expect(error).toBeUndefined();
    const [, exposure = ""] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number.parseFloat(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
  },
);
