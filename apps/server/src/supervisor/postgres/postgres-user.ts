import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";

import { hasCode } from "@linedesk/base";

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 10_000;

export type PostgresUser =
  /** We are no root: as ourselves. */
  | { type: "self" }
  /** As another user of the system. */
  | { type: "user"; uid: number; gid: number }
  /** As ourselves under another name: files that only root may reach stay reachable. */
  | { type: "namespace"; uid: number; gid: number };

/** No way was found to run PostgreSQL; the message is for the person who starts the product. */
export class PostgresUserError extends Error {
  override name = "PostgresUserError";
  readonly code = "postgres_user";
}

/** Chooses how to start PostgreSQL so that it reaches `paths`. Throws `PostgresUserError`. */
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
  // initdb wants a user who has a name; every system has this one.
  const namesake = await findUser("nobody");
  if (namesake !== null && (await hasNamespaces(namesake))) {
    return { type: "namespace", ...namesake };
  }
  throw new PostgresUserError(
    "PostgreSQL refuses to run as root: start Linedesk as another user, or set DATABASE_URL.",
  );
}

/** Whether everybody may pass through every folder above each path that exists. */
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
    // Not there yet: it will be made by us.
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
    // No such command, or a read-only system: another way is tried.
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
    // The kernel or the container forbids it.
    return false;
  }
}

/** The command that runs `command` as `user`, but for uid and gid, which spawn sets. */
export function wrapCommand(user: PostgresUser, command: string[]): string[] {
  return user.type === "namespace" ? [...namespaceCommand(user), ...command] : command;
}
