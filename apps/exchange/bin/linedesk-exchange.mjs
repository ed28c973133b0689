#!/usr/bin/env node
// `npx linedesk-exchange`, from the workspace, is the same as `npm run exchange`.
import "../../../scripts/exchange.mjs";
