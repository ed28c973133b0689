import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

import { MANIFEST } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { readArchive } from "./read-archive.ts";

/**
 * Reads the whole archive, compares every checksum, and returns the content of the files in
 * `wanted`. Throws `BackupError` for a file that is incomplete, damaged or not a backup, before the
 * file is used.
 */
export async function verifyArchive(
  file: FileHandle,
  { path, wanted }: { path: string; wanted: readonly string[] },
): Promise<Map<string, Buffer>> {
  try {
    return await compareChecksums(file, wanted);
  } catch (cause) {
    const reason = cause instanceof BackupError ? ` ${cause.message}` : "";
    throw new BackupError(
      `${path} is damaged, or is no backup of Linedesk, and nothing was changed.${reason}`,
      { cause },
    );
  }
}

async function compareChecksums(file: FileHandle, wanted: readonly string[]) {
  const sums = new Map<string, string>();
  const contents = new Map<string, Buffer>();
  for await (const { name, body } of readArchive(file)) {
    const hash = createHash("sha256");
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      hash.update(chunk);
      if (name === MANIFEST || wanted.includes(name)) {
        chunks.push(chunk);
      }
    }
    sums.set(name, hash.digest("hex"));
    if (chunks.length > 0) {
      contents.set(name, Buffer.concat(chunks));
    }
  }
  const listed = readManifest(contents.get(MANIFEST));
  sums.delete(MANIFEST);
  const differs =
    listed.size !== sums.size || [...listed].some(([name, sum]) => sums.get(name) !== sum);
  if (differs) {
    throw new BackupError("Its checksums differ.");
  }
  return contents;
}

function readManifest(bytes: Buffer | undefined): Map<string, string> {
  if (bytes === undefined) {
    throw new BackupError("Its list of checksums is missing.");
  }
  return new Map(Object.entries(JSON.parse(bytes.toString("utf8")) as Record<string, string>));
}
