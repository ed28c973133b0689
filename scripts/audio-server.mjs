// `npm run audio-server` installs and builds if needed, then runs the audio server until Ctrl+C.
// When the audio server requests a restart by its exit code, this script restarts it.
import { spawn } from "node:child_process";
import { join } from "node:path";

import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

/** The exit code of a requested restart, as in `apps/audio-server/src/main.ts`. */
const RESTART_CODE = 75;

checkNodeVersion();
installWhenNeeded();
buildWhenNeeded();
const program = join(root, "dist", "audio-server.js");
let child = null;
// The program also receives Ctrl+C. It ends first, and this process ends after it.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);
process.on("SIGTERM", () => child?.kill("SIGTERM"));

function run(args) {
  child = spawn(process.execPath, ["--enable-source-maps", program, ...args], { stdio: "inherit" });
  child.once("exit", (code) => {
    if (code === RESTART_CODE) {
      run([]);
    } else {
      process.exitCode = code ?? 1;
    }
  });
}

run(process.argv.slice(2));
