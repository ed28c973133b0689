import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "linedesk-run-";

/**
 * What tests and the programs that they start leave among temporary files goes with their run. Each
 * project of a run asks for it, and all share one folder: a browser's sockets need short paths.
 */
export function setup(): () => void {
  if (basename(tmpdir()).startsWith(PREFIX)) {
    return () => undefined;
  }
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
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
