// The programs from Debian that tests and benches drive: real telephones, a real browser, a real
// network, another conference bridge.
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { fail, run } from "./workspace.mjs";

/** What the tests need: each command, or file, by the package that brings it. */
export const forTests = {
  chromium: "chromium",
  sipp: "sip-tester",
  baresip: "baresip-core",
  turnserver: "coturn",
  "espeak-ng": "espeak-ng",
  flite: "flite",
  pocketsphinx_continuous: "pocketsphinx",
  "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin": "pocketsphinx-en-us",
  ip: "iproute2",
  openssl: "openssl",
};

export const forBenches = { chromium: "chromium", sipp: "sip-tester", janus: "janus" };

/** Where `ip` is, which people who are not root do not have in their PATH. */
const alsoSearched = process.getuid?.() === 0 ? [] : ["/usr/sbin", "/sbin"];

const isThere = (command) => {
  if (command.startsWith("/")) return existsSync(command);
  const folders = (process.env.PATH ?? "").split(":").concat(alsoSearched);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
};

const missingOf = (wanted) =>
  Object.entries(wanted)
    .filter(([command]) => !isThere(command))
    .map(([, name]) => name);

/** Installs what is missing when we may, else says in one sentence how to. */
export const installDebianPackages = (wanted) => {
  const missing = missingOf(wanted);
  if (missing.length === 0) return;
  const line = `apt-get install -y ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) fail(`Programs from Debian are needed: sudo ${line}`);
  console.log(`Installing ${missing.join(", ")} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["-q", "-o", "Dpkg::Use-Pty=0"];
  run("apt-get", [...quiet, "update"], { env });
  run("apt-get", [...quiet, "install", "-y", "--no-install-recommends", ...missing], { env });
  if (missingOf(wanted).length > 0) fail(`Programs could not be installed: ${line}`);
};
