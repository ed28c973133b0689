// `npm run audio-server`: installs and builds when needed, then runs the audio server until Ctrl+C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
buildWhenNeeded();
await import(pathToFileURL(join(root, "dist", "audio-server.js")).href);
