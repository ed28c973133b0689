import { execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { ring, startStation, type Station } from "@linedesk/testkit";
import { queryDatabase } from "../support/query-database.ts";

const run = promisify(execFile);

async function mountDisk(megabytes: number): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
  } catch {
    return mountApart(folder, megabytes);
  }
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Mounts a disk without the permission to mount on this machine. A process mounts it in its own
 * namespace, and the path goes through the /proc folder of that process.
 */
async function mountApart(folder: string, megabytes: number): Promise<string | null> {
  const options = `size=${megabytes}m,mode=755`;
  const hold = `mount -t tmpfs -o ${options} tmpfs ${folder} && echo held && exec sleep 600`;
  const holder = spawn("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", hold]);
  onTestFinished(async () => {
    holder.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const isHeld = await new Promise<boolean>((resolve) => {
    holder.stdout.once("data", () => resolve(true));
    holder.once("error", () => resolve(false));
    holder.once("exit", () => resolve(false));
  });
  return isHeld ? `/proc/${holder.pid}/root${folder}` : null;
}

/** Fills the free space; returns a function that releases it. */
async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "filling");
  const file = await open(path, "w");
  const block = Buffer.alloc(4_096);
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail === 0) {
        break;
      }
      await file.write(bavail * bsize > 1_048_576 ? Buffer.alloc(1_048_576) : block);
    }
  } catch (error) {
    expect(String(error)).toContain("ENOSPC");
  } finally {
    await file.close();
  }
  return () => rm(path);
}

async function rings(station: Station, from: string) {
  const { host: address, port } = station.sip;
  const listener = await ring({ exchange: { address, port }, from, to: "+61255500101" });
  onTestFinished(() => listener.close());
  await listener.answered;
  return listener;
}

async function waiting(station: Station): Promise<string[]> {
  const rows = await queryDatabase<{ number: string }>(
    station.databaseUrl,
    "select number from call where desk->>'status' = 'waiting' order by arrived_at",
  );
  return rows.map(({ number }) => number);
}

test("[PL16] on a full disk a caller is answered, `health` shows the disk as down, and the place counts from the first ring", async (context) => {
  const dataDir = await mountDisk(220);
  if (dataDir === null) {
    return context.skip("no disk may be mounted here");
  }
  const station = await startStation({ dataDir });
  onTestFinished(() => station.close());
  async function readHealth() {
    const answer = await fetch(`${station.internalUrl}/api/health/parts`);
    return ((await answer.json()) as { parts: Record<string, string> }).parts;
  }
  expect((await readHealth())["disk"]).toBe("up");
  const free = await fillDisk(dataDir);

  const first = await rings(station, "+61491570156");
  await expect.poll(async () => (await readHealth())["disk"], { timeout: 20_000 }).toBe("down");
  expect(await waiting(station)).toEqual([]);
  expect(first.packetsReceived).toBeGreaterThan(0);

  await free();
  await rings(station, "+61491570157");
  await expect
    .poll(() => waiting(station), { timeout: 60_000 })
    .toEqual(["+61491570156", "+61491570157"]);
}, 240_000);
