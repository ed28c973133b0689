import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import {
  applyChange,
  defaultSettings,
  type SettingChange,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import {
  createSettingsMutation,
  settingsKey,
  type WantedChange,
  withChanges,
} from "./use-settings.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Sent {
  body: SettingChange;
  answer: (settings: UserSettings) => void;
  refuse: () => void;
}

function open() {
  const queries = new QueryClient();
  queries.setQueryData(settingsKey, defaultSettings);
  const sent: Sent[] = [];
  const failed: string[] = [];
  const http = {
    call: (_endpoint: unknown, { body }: { body: SettingChange }) =>
      new Promise((resolve, reject) => {
        sent.push({ body, answer: resolve, refuse: () => reject(new Error("refused")) });
      }),
  } as unknown as HttpClient;
  const mutation = createSettingsMutation({
    queries,
    http,
    onFailed: (_error, { setting }) => void failed.push(setting),
  });
  async function change(wanted: WantedChange): Promise<void> {
    new MutationObserver(queries, mutation).mutate(wanted).catch(() => undefined);
    await settle();
  }
  const shown = () => queries.getQueryData<UserSettings>(settingsKey);
  // Reads and shows the server's settings, as a page does when it becomes visible again.
  function becomeVisible(settings: UserSettings): void {
    queries.setQueryData(settingsKey, withChanges(queries, settings));
  }
  return { change, sent, failed, shown, becomeVisible };
}

const dark = { setting: "THEME", value: "dark" } as const;
const compact = { setting: "VIEW", value: true } as const;

test("[AC1] [ST15] a setting is shown before the answer, and the answer to an earlier change does not replace a later change", async () => {
  const { change, sent, shown } = open();

  await change(dark);
  await change(compact);
  expect(shown()).toMatchObject({ theme: "dark", view: true });

  sent[0]?.answer(applyChange(defaultSettings, dark));
  await settle();
  expect(shown()).toMatchObject({ theme: "dark", view: true });
  sent[1]?.answer({ ...defaultSettings, theme: "dark", view: true, muteDevice: true });
  await settle();
  expect(shown()).toMatchObject({ theme: "dark", view: true, muteDevice: true });
});

test("[ST15] a refused setting is reverted and reported, and other changed settings stay", async () => {
  const { change, sent, shown, failed } = open();
  await change(dark);
  await change(compact);

  sent[0]?.refuse();
  await settle();

  expect(shown()).toMatchObject({ theme: "light", view: true });
  expect(failed).toEqual(["THEME"]);
});

function soundChange(changed: Partial<UserSettings["heard"]>): WantedChange {
  return (now) => ({ setting: "HEARD", value: { ...now.heard, ...changed } });
}

test("[ST15] two simultaneous changes of one setting's parts are sent one after the other, and both are kept", async () => {
  const { change, sent, shown, becomeVisible } = open();
  await change(soundChange({ chat: false }));
  becomeVisible(defaultSettings);
  expect(shown()?.heard).toEqual({ chat: false, callers: "summary" });

  await change(soundChange({ callers: "off" }));
  expect(shown()?.heard).toEqual({ chat: false, callers: "off" });
  expect(sent).toHaveLength(1);

  sent[0]?.answer({ ...defaultSettings, heard: { chat: false, callers: "summary" } });
  await settle();
  expect(shown()?.heard).toEqual({ chat: false, callers: "off" });
  const both = { setting: "HEARD", value: { chat: false, callers: "off" } } as const;
  expect(sent[1]?.body).toEqual(both);

  sent[1]?.answer(applyChange(defaultSettings, both));
  await settle();
  expect(shown()?.heard).toEqual(both.value);
});

test("[ST15] a refused part of a setting is not sent again with another part", async () => {
  const { change, sent, shown } = open();
  await change(soundChange({ chat: false }));
  await change(soundChange({ callers: "off" }));

  sent[0]?.refuse();
  await settle();

  expect(shown()?.heard).toEqual({ chat: true, callers: "off" });
  expect(sent[1]?.body).toEqual({ setting: "HEARD", value: { chat: true, callers: "off" } });
});
