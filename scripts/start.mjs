// `npm start`: installs and builds when needed, then runs the station until Ctrl+C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { forSpeech, offerDebianPackages } from "./debian-packages.mjs";
import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
offerDebianPackages(forSpeech);
buildWhenNeeded();
// The station runs in this process, so that the supervisor gets signals and sets the exit code.
await import(pathToFileURL(join(root, "dist", "start.js")).href);
