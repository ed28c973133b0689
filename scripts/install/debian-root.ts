import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;
const COMMAND_TIMEOUT_MS = 600_000;

/** An empty Debian 12 in a folder, without systemd, whose programs run in a chroot. */
export class DebianRoot implements AsyncDisposable {
  readonly path: string;
  #mounts: string[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes a root by debootstrap once, and opens a copy of it in each run. */
  static async open(cache: string): Promise<DebianRoot> {
    const clean = join(cache, "debian-12");
    const path = join(cache, "debian-12-in-use");
    if (!existsSync(join(clean, "usr/bin/dpkg"))) {
      await mkdir(cache, { recursive: true });
      await run("debootstrap", ["--variant=minbase", "bookworm", clean], {
        maxBuffer: MAX_BYTES,
        timeout: COMMAND_TIMEOUT_MS,
      });
    }
    // Nobody needs this root after a power failure, and apt has no terminal in it.
    await writeFile(join(clean, "etc/dpkg/dpkg.cfg.d/unsafe-io"), "force-unsafe-io\n");
    await writeFile(join(clean, "etc/apt/apt.conf.d/no-pty"), 'Dpkg::Use-Pty "0";\n');
    await run("rm", ["-rf", "--one-file-system", path]);
    await run("cp", ["-a", "--no-target-directory", clean, path]);
    const root = new DebianRoot(path);
    await root.#mount("proc", "proc");
    await root.#mount("devtmpfs", "dev");
    return root;
  }

  /** Copies a file into the root's folder /tmp and returns its path there. */
  async give(file: string): Promise<string> {
    const inside = `/tmp/${basename(file)}`;
    await copyFile(file, join(this.path, inside));
    return inside;
  }

  /** Runs a command as root to its end and returns its output. Throws when it fails. */
  async run(...command: string[]): Promise<string> {
    const clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"];
    const quiet = "DEBIAN_FRONTEND=noninteractive";
    const { stdout, stderr } = await run("chroot", [this.path, ...clean, quiet, ...command], {
      maxBuffer: MAX_BYTES,
      timeout: COMMAND_TIMEOUT_MS,
    });
    return stdout + stderr;
  }

  /** Starts a service as its unit describes: user, environment and program. */
  async startService(name: string): Promise<ChildProcess> {
    const unit = await readFile(join(this.path, "lib/systemd/system", `${name}.service`), "utf8");
    const settings = await readFile(join(this.path, "etc/linedesk/linedesk.env"), "utf8");
    const [command = ""] = read(unit, "ExecStart");
    const [user = ""] = read(unit, "User");
    const given = settings.split("\n").filter((line) => /^[A-Z]/.test(line));
    const environment = [...given, ...read(unit, "Environment")];
    // A test that is killed must leave no service.
    const ending = ["--pdeathsig", "TERM"];
    const asUser = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", ...ending];
    return spawn(
      "chroot",
      [
        this.path,
        ...asUser,
        "env",
        "-i",
        "PATH=/usr/bin:/bin",
        ...environment,
        ...command.split(" "),
      ],
      { stdio: "inherit" },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const mount of this.#mounts.toReversed()) {
      await run("umount", ["-l", mount]);
    }
    await run("rm", ["-rf", "--one-file-system", this.path]);
  }

  async #mount(type: string, folder: string): Promise<void> {
    const path = join(this.path, folder);
    await run("mount", ["-t", type, type, path]);
    this.#mounts.push(path);
  }
}

/** Returns the values of a setting in a unit file. */
function read(unit: string, name: string): string[] {
  return unit
    .split("\n")
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}
