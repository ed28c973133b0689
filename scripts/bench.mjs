// `npm run bench` installs and builds if needed, then measures (bench/run.ts).
import { join } from "node:path";

import { forBenches, installDebianPackages } from "./debian-packages.mjs";
import { checkNodeVersion, installWhenNeeded, root, run } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
installDebianPackages(forBenches);

const bench = [join(root, "bench", "run.ts"), ...process.argv.slice(2)];
process.exit(run(process.execPath, ["--import", "tsx", ...bench]));
