import type { LiveCall } from "../calls/live-call.ts";
import type { Clock } from "../core/clock.ts";
import type { Playbacks } from "../core/playbacks.ts";
import type { MediaPort } from "../media/media-port.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { DocumentRunner } from "../twiml/document-runner.ts";
import type { WaitMusic } from "../twiml/wait-music.ts";
import type { CallbackOutbox } from "../webhooks/callback-outbox.ts";

/** What rooms need of the core. */
export interface RoomServices {
  accountSid: string;
  clock: Clock;
  media: MediaPort;
  playbacks: Playbacks;
  outbox: CallbackOutbox;
  recordings: Recordings;
  interpreter: DocumentRunner;
  waitMusic: WaitMusic;
  placer: { find(callSid: string): LiveCall | null };
}
