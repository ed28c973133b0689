import * as baseline from "./001-baseline.ts";
import { up as addSeatsAndDump } from "./002-seats-and-dump.ts";
import { up as addCutOffs } from "./003-cut-offs.ts";
import { up as addContactExtensions } from "./004-contact-extensions.ts";
import { up as addSpokenNames } from "./005-spoken-names.ts";
import { up as addSidsToForget } from "./006-sids-to-forget.ts";
import { up as foldIcelandicNames } from "./007-icelandic-names.ts";
import { up as narrowRights } from "./008-narrow-rights.ts";
import { up as foldMoreNames } from "./009-more-names.ts";
import { up as addTrunkSettings } from "./010-trunk-settings.ts";
import { up as foldSignsOfScripts } from "./011-signs-of-scripts.ts";
import { up as addServerInstances } from "./012-server-instances.ts";
import { up as addHubsAndSignIns } from "./013-hubs-and-sign-ins.ts";
import { up as addExchanges } from "./014-exchanges.ts";
import { up as addAppendEvents } from "./015-append-events.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/** Every migration by the name of its file, in order; a released migration is never edited. */
export const migrations: Record<string, SchemaMigration> = {
  "001-baseline": baseline,
  "002-seats-and-dump": { up: addSeatsAndDump },
  "003-cut-offs": { up: addCutOffs },
  "004-contact-extensions": { up: addContactExtensions },
  "005-spoken-names": { up: addSpokenNames },
  "006-sids-to-forget": { up: addSidsToForget },
  "007-icelandic-names": { up: foldIcelandicNames },
  "008-narrow-rights": { up: narrowRights },
  "009-more-names": { up: foldMoreNames },
  "010-trunk-settings": { up: addTrunkSettings },
  "011-signs-of-scripts": { up: foldSignsOfScripts },
  "012-server-instances": { up: addServerInstances },
  "013-hubs-and-sign-ins": { up: addHubsAndSignIns },
  "014-exchanges": { up: addExchanges },
  "015-append-events": { up: addAppendEvents },
};
