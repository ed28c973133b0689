// `npm run release` installs and builds if needed, then makes the packages in dist-release.
import { join } from "node:path";

import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root, run } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
buildWhenNeeded();
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
const program = join(root, "scripts/release/make-release.ts");
process.exit(run(process.execPath, [tsx, program, ...process.argv.slice(2)]));
