/**
 * Short files that stood beside their one importer when the check began. The list may only shrink:
 * whoever touches one of them joins it.
 */
export const joinableList: ReadonlySet<string> = new Set([
  "apps/audio-server/src/processing/high-pass.ts",
  "apps/audio-server/src/processing/peak-limiter.ts",
  "apps/console/src/app/monitoring/load-site-analytics.ts",
  "apps/console/src/app/start-monitoring.ts",
  "apps/console/src/client/softphone/deferred-queue.ts",
  "apps/console/src/features/admin/privacy/use-recording-settings.ts",
  "apps/console/src/features/contacts/TheirChanges.tsx",
  "apps/console/src/features/queue/scrolled.ts",
  "apps/exchange/src/calls/recordings/find-recordings-past-retention.ts",
  "apps/exchange/src/dev/standalone/chime.ts",
  "apps/exchange/src/dev/standalone/make-voice-token.ts",
  "apps/exchange/src/edges/sip/legs/find-replaced-leg.ts",
  "apps/exchange/src/load-inspector.ts",
  "apps/exchange/src/load-test-account.ts",
  "apps/exchange/src/open-parts.ts",
  "apps/server/src/calls/keep-place.ts",
  "apps/server/src/demo/make-demo-contacts.ts",
  "apps/server/src/register-account.ts",
  "packages/media/src/decoders/mp3-decoder.ts",
  "packages/media/src/decoders/vorbis-decoder.ts",
  "packages/media/src/decoders/wav-decoder.ts",
  "packages/media/src/recording/mp3-encoder.ts",
]);
