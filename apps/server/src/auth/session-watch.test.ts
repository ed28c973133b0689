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
