import { createPusher } from "../../../platform/realtime/pusher.ts";
import { type Check, runsServer, type Surroundings } from "../context/check.ts";
import { leftOut, right, warning, wrong } from "../context/finding.ts";
import { describeFailure } from "../probes/describe-failure.ts";
import { measureRoundTrip } from "../probes/measure-round-trip.ts";

const TRIP_TIMEOUT_MS = 6_000;
const SLOW_MS = 1_000;

/** Checks that an event of the server arrives at a console's socket. */
export const hub: Check = {
  name: "hub",
  timeoutMs: TRIP_TIMEOUT_MS + 2_000,
  lateAdvice: "Check the load of this machine and of the proxy.",
  async run(around) {
    const { realtime, http } = around.config;
    if (realtime.external === null && !runsServer(around)) {
      return [leftOut("The hub is a part of the server, which does not run.")];
    }
    const internal = new URL(around.station.server?.internalUrl ?? "http://127.0.0.1:0");
    const { url, origin } = findSocket(around);
    try {
      const ms = await measureRoundTrip({
        url,
        origin,
        key: realtime.key,
        secret: realtime.secret,
        pusher: createPusher(realtime, Number(internal.port)),
        timeoutMs: TRIP_TIMEOUT_MS,
      });
      const text = `An event of the server arrives through ${new URL(url).origin} within ${ms} ms.`;
      return [
        ms < SLOW_MS
          ? right(text)
          : warning(text, "Check the network and the load of this machine."),
      ];
    } catch (error) {
      const { text, advice } = describeFailure(error);
      const proxy = "Let the proxy forward websockets of the path /app.";
      const service =
        "Correct the settings PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET and PUSHER_HOST.";
      return [
        wrong(
          `No event arrives through ${new URL(url).origin}: ${text}.`,
          advice ?? (http.publicUrlGiven && realtime.external === null ? proxy : service),
        ),
      ];
    }
  },
};

/** This process does not trust the server's own certificate, so it uses the internal listener. */
function findSocket({ config, station }: Surroundings): { url: string; origin: string } {
  const { realtime, http } = config;
  const shown = http.publicUrlGiven ? http.publicUrl : (station.server?.url ?? http.publicUrl);
  const own = http.tls === "self-signed" ? (station.server?.internalUrl ?? shown) : shown;
  const { external } = realtime;
  const base =
    external === null
      ? own.replace(/^http/, "ws")
      : `${external.tls ? "wss" : "ws"}://${external.host}:${external.port}`;
  const query = "protocol=7&client=linedesk-doctor&version=1.0.0";
  return { url: `${base}/app/${realtime.key}?${query}`, origin: shown };
}
