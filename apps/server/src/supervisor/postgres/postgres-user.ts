import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";

import { hasCode } from "@linedesk/base";

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 10_000;

export type PostgresUser =
  /** PostgreSQL runs as the user of this process, who is not root. */
  | { type: "self" }
  /** PostgreSQL runs as another user of the system. */
  | { type: "user"; uid: number; gid: number }
  /**
   * PostgreSQL runs as root, who has the ids of another user in a user namespace. It can therefore
   * reach files that only root can read.
   */
  | { type: "namespace"; uid: number; gid: number };

/** There is no way to run PostgreSQL. The message is for the person who starts the product. */
export class PostgresUserError extends Error {
  override name = "PostgresUserError";
  readonly code = "postgres_user";
}

/** Chooses a user for PostgreSQL who can reach `paths`. Throws `PostgresUserError`. */
export async function choosePostgresUser(paths: string[]): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) {
    return { type: "self" };
  }
  if (await areOpenToAll(paths)) {
    const user = (await findUser("postgres")) ?? (await createUser()) ?? (await findUser("nobody"));
    if (user !== null) {
      return { type: "user", ...user };
    }
  }
  // initdb needs a user with a name, and every system has the user nobody.
  const namesake = await findUser("nobody");
  if (namesake !== null && (await hasNamespaces(namesake))) {
    return { type: "namespace", ...namesake };
  }
  throw new PostgresUserError(
    "PostgreSQL refuses to run as root. Start Linedesk as another user, or set DATABASE_URL.",
  );
}

/** Returns true when every user may pass through each folder above the existing paths. */
async function areOpenToAll(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = resolve(path); ; folder = dirname(folder)) {
      if (!(await isOpenToAll(folder))) {
        return false;
      }
      if (folder === dirname(folder)) {
        break;
      }
    }
  }
  return true;
}

async function isOpenToAll(folder: string): Promise<boolean> {
  try {
    return ((await stat(folder)).mode & constants.S_IXOTH) !== 0;
  } catch (error) {
    // The path does not exist yet, and this process will create it.
    if (hasCode(error, "ENOENT")) {
      return true;
    }
    throw error;
  }
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (flag) => {
        const { stdout } = await run("id", [flag, name], { timeout: COMMAND_TIMEOUT_MS });
        return Number.parseInt(stdout, 10);
      }),
    );
    return uid === undefined || gid === undefined || uid === 0 ? null : { uid, gid };
  } catch {
    // There is no such user.
    return null;
  }
}

async function createUser(): Promise<{ uid: number; gid: number } | null> {
  try {
    const flags = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
    await run("useradd", [...flags, "postgres"], { timeout: COMMAND_TIMEOUT_MS });
  } catch {
    // The command is missing, or the system is read-only. The caller tries another user.
    return null;
  }
  return findUser("postgres");
}

function namespaceCommand({ uid, gid }: { uid: number; gid: number }): string[] {
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
}

async function hasNamespaces(namesake: { uid: number; gid: number }): Promise<boolean> {
  const [command = "unshare", ...args] = namespaceCommand(namesake);
  try {
    await access("/proc/self/ns/user");
    await run(command, [...args, "true"], { timeout: COMMAND_TIMEOUT_MS });
    return true;
  } catch {
    // The kernel or the container forbids this.
    return false;
  }
}

/**
 * Returns the command that runs `command` as `user`. Without a namespace it is `command` itself,
 * and the options of `spawn` set uid and gid.
 */
export function wrapCommand(user: PostgresUser, command: string[]): string[] {
  return user.type === "namespace" ? [...namespaceCommand(user), ...command] : command;
}
