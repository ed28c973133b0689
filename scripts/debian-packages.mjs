// The Debian packages that tests and benches run: real telephones, a real browser, a real network,
// and another conference bridge.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fail, root, run } from "./workspace.mjs";

/** The commands that the tests need, each with the packages that contain it. */
export const forTests = {
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  sipp: "sip-tester",
  baresip: "baresip-core",
  turnserver: "coturn",
  "espeak-ng": "espeak-ng",
  ip: "iproute2",
  openssl: "openssl",
  cc: "gcc libc6-dev",
  jackd: "jackd2 libjack-jackd2-dev",
  pipewire: "pipewire",
  "pw-cli": "pipewire-bin",
  "pw-jack": "pipewire-jack",
  promtool: "prometheus",
  "gst-launch-1.0": "gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good",
};

/** The commands that only the long run needs in addition. */
export const forLongTests = {
  ...forTests,
  kamailio: "kamailio",
  rtpengine: "rtpengine-daemon",
};

/**
 * The program of the verb `<Say>`. The exchange runs without it, but then the log of each call
 * states that the program is missing.
 */
export const forSpeech = {
  "espeak-ng": "espeak-ng",
};

/** The programs that make an empty Debian for the test of the package, and call its station. */
export const forInstall = {
  debootstrap: "debootstrap",
  sipp: "sip-tester",
};

export const forBenches = {
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  sipp: "sip-tester",
  baresip: "baresip-core",
  janus: "janus",
  cc: "gcc libc6-dev",
  jackd: "jackd2 libjack-jackd2-dev",
  chrt: "util-linux",
};

/** The folders of `ip`. They are not in the PATH of unprivileged users. */
const alsoSearched = process.getuid?.() === 0 ? [] : ["/usr/sbin", "/sbin"];

function isThere(command) {
  const folders = (process.env.PATH ?? "").split(":").concat(alsoSearched);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function missingOf(wanted) {
  return Object.entries(wanted)
    .filter(([command]) => !isThere(command))
    .flatMap(([, names]) => names.split(" "));
}

/**
 * The time limits at a station's start. If they end an installation, the station starts without the
 * package.
 */
const offerBounds = { updateS: 60, installS: 300 };

/** These options detect a missing network sooner than apt's own limit of two minutes for a host. */
const patience = ["http", "https"]
  .map((scheme) => `Acquire::${scheme}::Timeout=5`)
  .concat("Acquire::Retries=0", "APT::Update::Error-Mode=any")
  .flatMap((option) => ["-o", option]);

/**
 * Runs apt-get with a time limit: SIGTERM at its end, SIGKILL 5 s later. Returns true on success.
 */
function tryApt(seconds, words) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const bounded = ["--kill-after=5", String(seconds), "apt-get", "-q", ...words, ...patience];
  return spawnSync("timeout", bounded, { env, stdio: "ignore" }).status === 0;
}

/**
 * Installs missing packages if the process runs as root, and continues without them otherwise. It
 * tries once per checkout.
 */
export function offerDebianPackages(wanted, { updateS, installS } = offerBounds) {
  const missing = missingOf(wanted);
  const stamp = join(root, "node_modules", ".linedesk-speech");
  if (missing.length === 0 || existsSync(stamp)) {
    return;
  }
  writeFileSync(stamp, "");
  const line = `apt-get install -y ${missing.join(" ")}`;
  if (process.getuid?.() === 0 && isThere("apt-get")) {
    console.error(`Installing ${missing.join(", ")} ...`);
    const isReached = tryApt(updateS, ["update"]);
    if (isReached) {
      tryApt(installS, ["install", "-y", "--no-install-recommends", ...missing]);
    }
  }
  if (missingOf(wanted).length > 0) {
    console.error(`Free text in <Say> needs a program that is missing. Run sudo ${line}`);
  }
}

/**
 * Installs missing packages if the process runs as root. Otherwise, or if this fails, ends the
 * process with one sentence that contains the command.
 */
export function installDebianPackages(wanted) {
  const missing = missingOf(wanted);
  if (missing.length === 0) {
    return;
  }
  const line = `apt-get install -y ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) {
    fail(`Some Debian packages are missing. Run sudo ${line}`);
  }
  console.log(`Installing ${missing.join(", ")} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["-q", "-o", "Dpkg::Use-Pty=0"];
  run("apt-get", [...quiet, "update"], { env });
  run("apt-get", [...quiet, "install", "-y", "--no-install-recommends", ...missing], { env });
  if (missingOf(wanted).length > 0) {
    fail(`Programs could not be installed: ${line}`);
  }
}
