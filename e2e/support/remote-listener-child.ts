import { ring, type RingOptions } from "@linedesk/testkit";
import { loudnessOf } from "./listen.ts";
import type { RemoteListenerReport } from "./remote-listener.ts";

/**
 * The program that remote-listener.ts runs: a telephone that calls, reports received sound, and
 * hangs up when its parent process ends.
 */
const { receives, ...call } = JSON.parse(process.argv[2] ?? "{}") as RingOptions & {
  receives: number;
};
const listener = await ring(call);
function report(): void {
  const received: RemoteListenerReport = {
    status: listener.status,
    tone: listener.toneAmplitude(receives, 400),
    loudness: loudnessOf(listener),
  };
  if (process.connected) {
    process.send?.(received);
  }
}
const timer = setInterval(report, 100);
function end(): void {
  clearInterval(timer);
  void listener.close().then(() => process.exit(0));
}
// The parent may have ended before the call was answered.
if (process.connected) {
  process.once("disconnect", end);
} else {
  end();
}
