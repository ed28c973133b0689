// `npm start` installs and builds if needed, then runs the station until Ctrl+C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { forSpeech, offerDebianPackages } from "./debian-packages.mjs";
import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
offerDebianPackages(forSpeech);
buildWhenNeeded();
// The supervisor runs in this process, so that it gets the signals and sets the exit code.
await import(pathToFileURL(join(root, "dist", "start.js")).href);
