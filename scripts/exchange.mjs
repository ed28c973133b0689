// `npm run exchange` installs and builds if needed, then runs only the exchange until Ctrl+C.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { forSpeech, offerDebianPackages } from "./debian-packages.mjs";
import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
offerDebianPackages(forSpeech);
buildWhenNeeded();
await import(pathToFileURL(join(root, "dist", "exchange-alone.js")).href);
