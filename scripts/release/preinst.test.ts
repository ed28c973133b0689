import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

const script = readFileSync(join(import.meta.dirname, "../../deploy/debian/preinst"), "utf8");

/** Runs the script of a package with PostgreSQL 18 on a machine with these files. */
async function install(files: Record<string, string>, action = "upgrade") {
  const root = await mkdtemp(join(tmpdir(), "linedesk-preinst-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, "run"));
  const filled = script.replace("@POSTGRES_MAJOR@", "18");
  const { status, stderr } = spawnSync("sh", ["-c", filled, "preinst", action], {
    encoding: "utf8",
    env: { ...process.env, DPKG_ROOT: root },
  });
  return { status, stderr };
}

const data = "var/lib/linedesk/postgres/PG_VERSION";
const settings = "etc/linedesk/linedesk.env";

test("[SR70] an upgrade to another major version of the embedded PostgreSQL is refused before anything changes", async () => {
  const { status, stderr } = await install({ [data]: "17\n", [settings]: "#DATABASE_URL=\n" });

  expect(status).toBe(1);
  expect(stderr).toContain("linedesk backup DIR");
  expect(stderr).toContain("linedesk restore FILE");
});

test.each([
  ["the same version", { [data]: "18\n" }, "upgrade"],
  ["no embedded database", {}, "upgrade"],
  ["an external database", { [data]: "17\n", [settings]: "DATABASE_URL_FILE=/x\n" }, "upgrade"],
  ["a new installation", { [data]: "17\n" }, "install"],
] as const)("[SR70] an installation goes on with %s", async (_, files, action) => {
  expect(await install(files, action)).toEqual({ status: 0, stderr: "" });
});
