const ONE_EACH = "one processor, decoder or encoder a file, as its neighbours";
const FULL = "the two together would fill the importer";
const WIRING = "the wiring of one part, which the list of all parts only names";

/**
 * Short files beside their one importer which read better alone, each with the reason. The list may
 * only shrink.
 */
export const joinableList: ReadonlyMap<string, string> = new Map([
  ["apps/audio-server/src/processing/high-pass.ts", ONE_EACH],
  ["apps/audio-server/src/processing/peak-limiter.ts", ONE_EACH],
  ["apps/console/src/app/start-monitoring.ts", "all of monitoring that the first load has [SH17]"],
  ["apps/console/src/client/softphone/deferred-queue.ts", "knows nothing of what it queues"],
  ["apps/console/src/features/contacts/TheirChanges.tsx", FULL],
  ["apps/exchange/src/dev/standalone/chime.ts", FULL],
  ["apps/exchange/src/dev/standalone/make-voice-token.ts", FULL],
  ["apps/exchange/src/edges/sip/legs/find-replaced-leg.ts", "one rule of RFC 3891, whole"],
  ["apps/exchange/src/open-parts.ts", FULL],
  ["apps/server/src/demo/make-demo-contacts.ts", "one kind of sample data a file"],
  ["apps/server/src/register-account.ts", WIRING],
  ["packages/media/src/decoders/mp3-decoder.ts", ONE_EACH],
  ["packages/media/src/decoders/vorbis-decoder.ts", ONE_EACH],
  ["packages/media/src/decoders/wav-decoder.ts", ONE_EACH],
  ["packages/media/src/recording/mp3-encoder.ts", ONE_EACH],
]);
