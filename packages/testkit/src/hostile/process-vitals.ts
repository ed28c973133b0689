import { readdir, readFile, readlink } from "node:fs/promises";

/** The resources that a process uses at one moment. Linux only. */
export interface ProcessVitals {
  memoryMb: number;
  /** The number of open files, sockets included. */
  handles: number;
  /** The ports of its UDP sockets over IPv4. */
  udpPorts: number[];
}

/** Reads the vitals of a process from `/proc`. Rejects when the process has ended. */
export async function processVitals(pid: number): Promise<ProcessVitals> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const links = await linksOf(pid);
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rows = (await readFile(`/proc/${pid}/net/udp`, "utf8")).split("\n").slice(1);
  const ports = rows.map((row) => row.trim().split(/\s+/)).filter((row) => inodes.has(row[9]));
  return {
    memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: links.length,
    udpPorts: ports
      .map((row) => Number.parseInt(row[1]?.split(":")[1] ?? "0", 16))
      .filter((port) => port !== 0),
  };
}

async function linksOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  // A file that has closed in the meantime does not count.
  const links = await Promise.all(
    names.map((name) => readlink(`${folder}/${name}`).catch(() => "")),
  );
  return links.filter((link) => link !== "");
}
