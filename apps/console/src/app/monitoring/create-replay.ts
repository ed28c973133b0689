import { replayIntegration } from "@sentry/browser";

import type { ErrorReporting } from "@linedesk/contract";
import { maskSent } from "./mask-sent.ts";

/** Attributes that people read or hear. */
const SPOKEN = [
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

/** Records the page with every text masked. The client pauses after 5 and ends after 15 min. */
export function createReplay({ replayMinMs, replayMaxMs }: ErrorReporting) {
  return replayIntegration({
    minReplayDuration: replayMinMs,
    maxReplayDuration: replayMaxMs,
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    // It is packed when it is sent: packed before, nothing of it could be masked.
    useCompression: false,
    maskAttributes: SPOKEN,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    // Nothing more is kept in the browser than what the product keeps there.
    stickySession: false,
    beforeAddRecordingEvent: (event) => maskSent(event),
  });
}
