// `npm run test:install` makes the packages of this checkout and of the last release, and installs
// and uses them in an empty Debian 12.
import { join } from "node:path";

import { forInstall, installDebianPackages } from "./debian-packages.mjs";
import { checkNodeVersion, fail, installWhenNeeded, root, run } from "./workspace.mjs";

if (process.getuid?.() !== 0) {
  fail(
    "npm run test:install needs root, because it mounts an empty Debian and starts services in it.",
  );
}
checkNodeVersion();
installWhenNeeded();
installDebianPackages(forInstall);
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
process.exit(run(process.execPath, [tsx, join(root, "scripts/install/test-install.ts")]));
