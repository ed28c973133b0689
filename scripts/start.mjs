// `npm start`: installs and builds when needed, then runs the station until Ctrl+C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { forSpeech, offerDebianPackages } from "./debian-packages.mjs";
import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
offerDebianPackages(forSpeech);
buildWhenNeeded();
// In this very process, so that signals and the exit code are the supervisor's own.
await import(pathToFileURL(join(root, "dist", "start.js")).href);
