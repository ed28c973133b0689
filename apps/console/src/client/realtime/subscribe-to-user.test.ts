import { expect, test } from "vitest";

import type { ChannelListener, Realtime } from "./realtime.ts";
import { subscribeToUser } from "./subscribe-to-user.ts";

const user = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";

function follow() {
  const heard = { channel: "", revoked: 0, settings: 0, contacts: 0, rights: 0 };
  const kept: { listener: ChannelListener | null } = { listener: null };
  const realtime: Realtime = {
    subscribe: (channel, given) => {
      heard.channel = channel;
      kept.listener = given;
      return () => (kept.listener = null);
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
    onRevoked: () => (heard.revoked += 1),
    onSettingsChanged: () => (heard.settings += 1),
    onContactsChanged: () => (heard.contacts += 1),
    onRightsChanged: () => (heard.rights += 1),
  });
  return { heard, kept, stop };
}

test("[RT3] a person's own channel tells of ended sessions and of settings changed elsewhere", () => {
  const { heard, kept } = follow();

  kept.listener?.onSubscribed();
  kept.listener?.onEvent("session.revoked", { type: "session.revoked" });
  kept.listener?.onEvent("settings.changed", { type: "settings.changed" });
  kept.listener?.onEvent("settings.changed", "nonsense");
  kept.listener?.onEvent("contacts.changed", { type: "contacts.changed" });
  kept.listener?.onEvent("rights.changed", { type: "rights.changed" });

  const channel = `private-user-${user}`;
  expect(heard).toEqual({ channel, revoked: 1, settings: 1, contacts: 1, rights: 1 });
});

test("[RT20] what another client sends on the channel is not heard", () => {
  const { heard, kept } = follow();
  kept.listener?.onSubscribed();

  kept.listener?.onEvent("client-x", { type: "session.revoked" });
  kept.listener?.onEvent("client-settings.changed", { type: "settings.changed" });

  expect(heard).toMatchObject({ revoked: 0, settings: 0 });
});

test("[RT3] what came while the channel was lost is asked for", () => {
  const { heard, kept, stop } = follow();

  kept.listener?.onSubscribed();
  kept.listener?.onSubscribed();
  stop();

  expect([heard.settings, heard.contacts]).toEqual([1, 1]);
  expect(kept.listener).toBeNull();
});

test("[RT14] a channel that is refused asks for the session again", () => {
  const { heard, kept } = follow();

  kept.listener?.onRefused(401);

  expect(heard.revoked).toBe(1);
});
