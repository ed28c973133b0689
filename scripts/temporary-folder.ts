import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What tests and the programs that they start leave among temporary files goes with their run. */
export function setup(): () => void {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "linedesk-run-"));
  // PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) {
      delete process.env["TMPDIR"];
    } else {
      process.env["TMPDIR"] = before;
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
