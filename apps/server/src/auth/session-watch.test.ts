import { expect, test } from "vitest";

import { SessionWatch } from "./session-watch.ts";

test("[AU43] the withdrawal of voice tokens is repeated until it succeeds, even without the embedded hub", async () => {
  const lost = new Set(["alice"]);
  const withdrawn: string[] = [];
  const errors: unknown[] = [];
  const watch = new SessionWatch({
    sessions: { endOverdue: async () => 0, listOpen: async () => new Set() },
    listMemberships: async () => [],
    sockets: null,
    listOpenPairings: async () => new Set(),
    listServerStations: async () => new Map(),
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

test("[AS35] an audio server's sockets end when its key is revoked or it is paired again", async () => {
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
    listServerStations: async () => new Map(),
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
  // The revocation of the key has already withdrawn the tokens of the audio server's lines.
  expect(withdrawn).toEqual([]);
});

test("[AU43] a socket ends when its channels need a station that the person left, or numbers that are now masked", async () => {
  const [station, server, session] = [
    "0190f3c4-7a1b-7c3d-8e4f-0123456789a1",
    "0190f3c4-7a1b-7c3d-8e4f-0123456789a2",
    "0190f3c4-7a1b-7c3d-8e4f-0123456789a3",
  ];
  const channels = {
    rack: `presence-audio-server-${server}-line1`,
    whole: `private-station-whole-${station}`,
    masked: `private-station-${station}`,
    own: "private-user-0190f3c4-7a1b-7c3d-8e4f-0123456789a4",
  };
  const member = { userId: "alice", stationId: station, role: "screener" } as const;
  const memberships = [{ ...member, seesNumbers: true }];
  const stations = new Map([[server, station]]);
  const ended: string[] = [];
  const watch = new SessionWatch({
    sessions: { endOverdue: async () => 0, listOpen: async () => new Set([session]) },
    listMemberships: async () => memberships,
    sockets: {
      userSockets: () =>
        Object.entries(channels).map(([socketId, channel]) => ({
          socketId,
          userId: "alice",
          userInfo: { session },
          channels: [channel],
        })),
      terminateSocket: (socketId) => ended.push(socketId) > 0,
    },
    listOpenPairings: async () => new Set(),
    listServerStations: async () => stations,
    listLostVoiceUsers: async () => [],
    withdrawTokens: () => undefined,
    onError: (error) => {
      throw error;
    },
  });

  await watch.tick();
  expect(ended).toEqual([]);

  memberships[0] = { ...member, seesNumbers: false };
  await watch.tick();
  expect(ended.splice(0)).toEqual(["whole"]);

  memberships.pop();
  await watch.tick();
  expect(ended.splice(0)).toEqual(["rack", "whole", "masked"]);

  stations.clear();
  memberships.push({ ...member, seesNumbers: true });
  await watch.tick();
  expect(ended).toEqual(["rack"]);
});
