import { replayIntegration } from "@sentry/browser";

import type { ErrorReporting } from "@linedesk/contract";
import { maskSent } from "./mask-sent.ts";

/** Attributes whose text people read. */
const MASKED_ATTRIBUTES = [
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "content",
  "href",
  "label",
  "placeholder",
  "title",
  "value",
];

/**
 * Records the page with every text masked. Without activity the client pauses after 5 minutes and
 * ends the recording after 15.
 */
export function createReplay({ replayMinMs, replayMaxMs }: ErrorReporting) {
  return replayIntegration({
    minReplayDuration: replayMinMs,
    maxReplayDuration: replayMaxMs,
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // The recording is compressed when it is sent, because masking needs it uncompressed.
    useCompression: false,
    maskAttributes: MASKED_ATTRIBUTES,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    // The client stores nothing in the browser.
    stickySession: false,
    beforeAddRecordingEvent: (event) => maskSent(event),
  });
}
