import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "linedesk-run-";

/**
 * Removes the temporary files of a run's tests, and of the programs that they start, when the run
 * ends. Each project of a run calls it. All files are in one folder, because a browser's sockets
 * need short paths.
 */
export function setup(): () => void {
  if (basename(tmpdir()).startsWith(PREFIX)) {
    return () => undefined;
  }
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as another user, who must be able to enter the folder.
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
