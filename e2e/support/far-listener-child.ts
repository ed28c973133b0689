import { ring, type RingOptions } from "@linedesk/testkit";
import { loudnessOf } from "./listen.ts";
import type { RemoteListenerReport } from "./remote-listener.ts";

/** Run by far-listener.ts: rings, reports what is heard, and hangs up when the parent lets go. */
const { hears, ...call } = JSON.parse(process.argv[2] ?? "{}") as RingOptions & { hears: number };
const listener = await ring(call);
function report(): void {
  const heard: RemoteListenerReport = {
    status: listener.status,
    tone: listener.toneAmplitude(hears, 400),
    loudness: loudnessOf(listener),
  };
  if (process.connected) {
    process.send?.(heard);
  }
}
const timer = setInterval(report, 100);
process.once("disconnect", () => {
  clearInterval(timer);
  void listener.close().then(() => process.exit(0));
});
