import { type Attack, mustHold } from "./attack.ts";
import type { CookieClient } from "./cookie-client.ts";
import { type Frame, RawSocket } from "./socket.ts";
import type { Target } from "./target.ts";

const SUBSCRIBED = "pusher_internal:subscription_succeeded";

interface Hub {
  key: string;
  socket: RawSocket;
  socketId: string;
}

function readData(frame: Frame | null): string {
  const data = frame?.["data"];
  return typeof data === "string" ? data : "{}";
}

/** Opens an unauthenticated socket at the embedded hub. */
async function openHub({ origin, anonymous }: Target): Promise<Hub> {
  const { realtime } = (await anonymous.read("/config")) as { realtime: { key: string } };
  const { key } = realtime;
  const socket = new RawSocket(origin, `/app/${key}?protocol=7&client=js&version=8.4.0`);
  const greeting = await socket.next(({ event }) => event === "pusher:connection_established");
  const { socket_id } = JSON.parse(readData(greeting)) as { socket_id: string };
  return { key, socket, socketId: socket_id };
}

/** Resolves to true if the hub accepts a subscription to the channel with this signature. */
async function follows({ socket }: Hub, data: Frame): Promise<boolean> {
  socket.send({ event: "pusher:subscribe", data });
  const answered = await socket.next(
    ({ event, channel }) =>
      event === "pusher:error" ||
      event === "pusher:subscription_error" ||
      (event === SUBSCRIBED && channel === data["channel"]),
  );
  return answered?.["event"] === SUBSCRIBED;
}

async function sign({ socketId }: Hub, http: CookieClient, channel: string): Promise<Frame> {
  const form = { socket_id: socketId, channel_name: channel };
  return http.read("/websocket/auth", { form });
}

const eavesdropping: Attack = {
  name: "receive a station's events without the right",
  run: async (target) => {
    const { stations, users, as, anonymous } = target;
    const channel = `private-station-${stations[0]}`;
    const hub = await openHub(target);
    const forged = [{}, { auth: "" }, { auth: `${hub.key}:${"0".repeat(64)}` }];
    for (const more of forged) {
      mustHold(
        !(await follows(hub, { channel, ...more })),
        `${channel} accepts ${JSON.stringify(more)}`,
      );
    }
    const other = await openHub(target);
    const signed = await sign(other, as.screener, channel);
    mustHold(!(await follows(hub, { channel, ...signed })), "a foreign signature is accepted");
    mustHold(
      "error" in (await sign(hub, anonymous, channel)),
      "a channel is signed without a session",
    );
    for (const foreign of [
      `private-user-${users.owner}`,
      "presence-audio-server-00000000-0000-4000-8000-000000000000-line1",
      "private-station-00000000-0000-4000-8000-000000000000",
      "private-everything",
    ]) {
      mustHold("error" in (await sign(hub, as.screener, foreign)), `${foreign} is signed`);
    }
    hub.socket.close();
    other.socket.close();
    return "no signature, forged signatures, another socket's signature, four foreign channels";
  },
};

const speaking: Attack = {
  name: "send events in the station's name",
  run: async (target) => {
    const { stations, as, anonymous } = target;
    const channel = `private-station-${stations[0]}`;
    const [speaker, hearer] = [await openHub(target), await openHub(target)];
    for (const hub of [speaker, hearer]) {
      const signin = await as.screener.read("/websocket/user-auth", {
        form: { socket_id: hub.socketId },
      });
      hub.socket.send({ event: "pusher:signin", data: signin });
      const signed = await sign(hub, as.screener, channel);
      mustHold(
        await follows(hub, { channel, ...signed }),
        "a member is refused, so the attack proves nothing",
      );
    }
    for (const event of ["client-call.changed", "call.changed", "pusher_internal:member_added"]) {
      speaker.socket.send({ event, channel, data: { evil: true } });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const received = hearer.socket.frames.some((frame) => JSON.stringify(frame).includes("evil"));
    mustHold(!received, "a seat receives a forged event of another seat");
    const posted = await anonymous.ask("/apps/linedesk/events", {
      json: { name: "call.changed", channels: [channel], data: "{}" },
    });
    mustHold([401, 403, 404].includes(posted.status), `the hub's API answers ${posted.status}`);
    speaker.socket.close();
    hearer.socket.close();
    return "client events under three names, and the hub's API without a key";
  },
};

export const realtimeAttacks: readonly Attack[] = [eavesdropping, speaking];
