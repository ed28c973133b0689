#!/usr/bin/env node
// `npx linedesk` in a clone is the command of an installed station.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import {
  buildWhenNeeded,
  checkNodeVersion,
  installWhenNeeded,
  root,
} from "../scripts/workspace.mjs";

checkNodeVersion();
installWhenNeeded();
buildWhenNeeded();
await import(pathToFileURL(join(root, "dist", "linedesk.js")).href);
