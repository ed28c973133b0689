import { access, constants, mkdir, stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";

import { StartError } from "@linedesk/base";

export interface DataFolder {
  close(): Promise<void>;
}

/**
 * Creates the folder if it is missing and locks it for this exchange. Throws StartError when it is
 * not writable, or when another exchange uses it.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeWritable(path);
  const lock = await acquireLock(path);
  let closing: Promise<void> | null = null;
  return { close: () => (closing ??= release(lock)) };
}

async function makeWritable(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (cause) {
    throw new StartError(`The data folder ${path} (LINEDESK_DATA) cannot be written to.`, {
      cause,
    });
  }
}

async function acquireLock(path: string): Promise<Server | null> {
  // Only Linux has socket names that vanish with their process, so other systems have no lock.
  if (process.platform !== "linux") {
    return null;
  }
  const name = await lockName(path);
  try {
    return await listen(name);
  } catch (cause) {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const reason = isTaken
      ? "is in use by another exchange; end that exchange, or choose another folder with LINEDESK_DATA"
      : "cannot be locked";
    throw new StartError(`The data folder ${path} (LINEDESK_DATA) ${reason}.`, { cause });
  }
}

/** Derives the name from the folder itself, so that every path to it has the same short name. */
async function lockName(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `\0linedesk-exchange-${dev}-${ino}`;
}

function listen(name: string): Promise<Server> {
  // The server exchanges no data; it only occupies the name.
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: name, exclusive: true }, () => {
      server.off("error", reject);
      // An error while the server accepts a connection is harmless, because the name stays
      // occupied.
      server.on("error", () => undefined);
      resolve(server);
    });
  });
}

function release(lock: Server | null): Promise<void> {
  return new Promise((resolve) => (lock === null ? resolve() : lock.close(() => resolve())));
}
