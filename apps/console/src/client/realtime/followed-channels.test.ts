import { expect, test } from "vitest";

import { FollowedChannels } from "./followed-channels.ts";

const listener = {
  onSubscribed: () => undefined,
  onEvent: () => undefined,
  onRefused: () => undefined,
};

test("[AD102] a console follows the station's channel of the person's rights, and another channel when the rights change", () => {
  const names = new Map([["private-station-1", "private-station-whole-1"]]);
  const open = new Set<string>();
  const channels = new FollowedChannels((channel) => names.get(channel) ?? channel);
  channels.subscribe("private-station-1", listener);
  const stop = channels.subscribe("private-user-7", listener);
  expect([...open]).toEqual([]);

  channels.open({
    subscribe: (name) => {
      expect(open.has(name)).toBe(false);
      open.add(name);
      return () => void open.delete(name);
    },
  });
  expect([...open]).toEqual(["private-station-whole-1", "private-user-7"]);
  names.clear();
  channels.rename();
  expect([...open].toSorted()).toEqual(["private-station-1", "private-user-7"]);
  channels.rename();
  stop();
  expect([...open]).toEqual(["private-station-1"]);
});
