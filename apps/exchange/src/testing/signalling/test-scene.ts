import { aDevice, aWorld, RecordedCall, sdpOf, settle, ScriptedSocket } from "./test-bench.ts";

export const request = {
  callSid: "CA9",
  from: "+61255500199",
  to: "client:alice",
  callerName: null,
  params: [["station", "2ZZ"]] as [string, string][],
};

type World = ReturnType<typeof aWorld>;

export interface Scene extends World {
  alice: ScriptedSocket;
}

export async function aScene(): Promise<Scene> {
  const world = aWorld();
  return { ...world, alice: await aDevice(world.world, "alice") };
}

export async function anInvitedCall({ alice, receivedCalls }: Scene, params = "") {
  await alice.send("invite", { callsid: "TJS1", sdp: sdpOf("AA"), twilio: { params } });
  const call = receivedCalls[0];
  if (call === undefined) {
    throw new Error("the core got no call");
  }
  return call;
}

export async function anAnsweredCall(scene: Scene) {
  const call = await anInvitedCall(scene, "a=b+c");
  await call.leg.answer(call.callSid);
  return { ...call, token: scene.alice.received("answer")[0]?.["reconnect"] };
}

export async function aRingingCall({ alice, dialer }: Scene) {
  const call = new RecordedCall();
  const leg = dialer.dial(request, call);
  await settle();
  return { call, leg, token: alice.received("invite")[0]?.["reconnect"] };
}

/** Returns a socket that has shown a valid token and has not registered. */
export async function anAuthenticatedSocket(
  { world }: World,
  token: string,
): Promise<ScriptedSocket> {
  const socket = new ScriptedSocket(world);
  await socket.send("listen", { token, reconnectTimeout: 30 });
  return socket;
}

/** Returns the invite with which a client continues its call, by the token. */
export function reconnect(token: unknown, fingerprint = "CC") {
  return {
    callsid: "CA9",
    sdp: sdpOf(fingerprint),
    reconnect: token,
  };
}
