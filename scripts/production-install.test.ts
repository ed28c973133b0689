import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

/** Returns the folder of a checkout with a finished build, whose start needs only these files. */
function aBuiltCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), "linedesk-install-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["scripts", "dist", "apps", "packages", "docs/manual", "node_modules"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  cpSync(join(import.meta.dirname, "workspace.mjs"), join(root, "scripts/workspace.mjs"));
  writeFileSync(join(root, "scripts/build.ts"), "");
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "dist/start.js"), "");
  return root;
}

function prepare(root: string): string {
  const program = 'import * as w from "./scripts/workspace.mjs"; w.buildWhenNeeded();';
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    encoding: "utf8",
  });
}

test("[SR83] without development packages a finished build runs as it is", () => {
  expect(prepare(aBuiltCheckout())).toBe("");
});

test("[SR83] with development packages a changed source is built, also where the code is read-only", () => {
  const root = aBuiltCheckout();
  mkdirSync(join(root, "node_modules/tsx/dist"), { recursive: true });
  writeFileSync(join(root, "node_modules/tsx/dist/cli.mjs"), "console.log('builds');");
  chmodSync(join(root, "dist"), 0o555);

  expect(prepare(root)).toBe("Building ...\nbuilds\n");
});
