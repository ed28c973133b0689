import { expect, test } from "vitest";

import type { ChannelListener, Realtime } from "./realtime.ts";
import { subscribeToUser } from "./subscribe-to-user.ts";

const user = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";

function follow() {
  const received = { channel: "", revoked: 0, settings: 0, contacts: 0, rights: 0 };
  const subscription: { listener: ChannelListener | null } = { listener: null };
  const realtime: Realtime = {
    subscribe: (channel, given) => {
      received.channel = channel;
      subscription.listener = given;
      return () => (subscription.listener = null);
    },
    send: () => false,
    onState: () => () => undefined,
    onDisconnected: () => () => undefined,
    retry: () => undefined,
    close: () => undefined,
  };
  const stop = subscribeToUser({
    user,
    realtime,
    onRevoked: () => (received.revoked += 1),
    onSettingsChanged: () => (received.settings += 1),
    onContactsChanged: () => (received.contacts += 1),
    onRightsChanged: () => (received.rights += 1),
  });
  return { received, subscription, stop };
}

test("[RT3] a person's own channel reports ended sessions and settings changed elsewhere", () => {
  const { received, subscription } = follow();

  subscription.listener?.onSubscribed();
  subscription.listener?.onEvent("session.revoked", { type: "session.revoked" });
  subscription.listener?.onEvent("settings.changed", { type: "settings.changed" });
  subscription.listener?.onEvent("settings.changed", "nonsense");
  subscription.listener?.onEvent("contacts.changed", { type: "contacts.changed" });
  subscription.listener?.onEvent("rights.changed", { type: "rights.changed" });

  const channel = `private-user-${user}`;
  expect(received).toEqual({ channel, revoked: 1, settings: 1, contacts: 1, rights: 1 });
});

test("events of other clients on the channel are ignored", () => {
  const { received, subscription } = follow();
  subscription.listener?.onSubscribed();

  subscription.listener?.onEvent("client-x", { type: "session.revoked" });
  subscription.listener?.onEvent("client-settings.changed", { type: "settings.changed" });

  expect(received).toMatchObject({ revoked: 0, settings: 0 });
});

test("[RT3] after another subscription, settings and contacts are reported as changed", () => {
  const { received, subscription, stop } = follow();

  subscription.listener?.onSubscribed();
  subscription.listener?.onSubscribed();
  stop();

  expect([received.settings, received.contacts]).toEqual([1, 1]);
  expect(subscription.listener).toBeNull();
});

test("[RT13] a refused channel is reported like a revoked session", () => {
  const { received, subscription } = follow();

  subscription.listener?.onRefused(401);

  expect(received.revoked).toBe(1);
});
