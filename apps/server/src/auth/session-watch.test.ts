import { expect, test } from "vitest";

import { SessionWatch } from "./session-watch.ts";

test("[AU44] a softphone ends where the realtime service is elsewhere, and is asked for until it has", async () => {
  const lost = new Set(["alice"]);
  const withdrawn: string[] = [];
  const errors: unknown[] = [];
  const watch = new SessionWatch({
    sessions: { endOverdue: async () => 0, listOpen: async () => new Set() },
    listMemberships: async () => [],
    sockets: null,
    listOpenPairings: async () => new Set(),
    listLostVoiceUsers: async () => [...lost],
    withdrawTokens: (userId) => void withdrawn.push(userId),
    onError: (error) => void errors.push(error),
  });

  await watch.tick();
  await watch.tick();
  lost.clear();
  await watch.tick();

  expect(withdrawn).toEqual(["alice", "alice"]);
  expect(errors).toEqual([]);
});

test("[AS35] the sockets of an audio server end when its key is revoked, or another pairing's", async () => {
  const id = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";
  const [old, current] = ["2026-11-23T10:00:00.000Z", "2026-11-23T11:00:00.000Z"];
  const open = new Set([`${id} ${current}`]);
  const ended: string[] = [];
  const withdrawn: string[] = [];
  function aSocket(socketId: string, pairedAt: string) {
    return { socketId, userId: `as-${id}`, userInfo: { audioServer: id, pairedAt }, channels: [] };
  }
  const watch = new SessionWatch({
    sessions: { endOverdue: async () => 0, listOpen: async () => new Set() },
    listMemberships: async () => [],
    sockets: {
      userSockets: () => [aSocket("1.1", old), aSocket("1.2", current)],
      terminateSocket: (socketId) => ended.push(socketId) > 0,
    },
    listOpenPairings: async () => open,
    listLostVoiceUsers: async () => [],
    withdrawTokens: (userId) => void withdrawn.push(userId),
    onError: (error) => {
      throw error;
    },
  });

  await watch.tick();
  expect(ended).toEqual(["1.1"]);
  open.clear();
  await watch.tick();

  expect(ended).toEqual(["1.1", "1.1", "1.2"]);
  // Tokens of its lines were withdrawn with the key.
  expect(withdrawn).toEqual([]);
});
