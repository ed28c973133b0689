import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";

import {
  applyChange,
  defaultSettings,
  type SettingChange,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import { createSettingsMutation, settingsKey } from "./create-settings-mutation.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function open() {
  const queries = new QueryClient();
  queries.setQueryData(settingsKey, defaultSettings);
  const sent: { answer: (settings: UserSettings) => void; refuse: () => void }[] = [];
  const failed: string[] = [];
  const http = {
    call: () =>
      new Promise((resolve, reject) => {
        sent.push({ answer: resolve, refuse: () => reject(new Error("refused")) });
      }),
  } as unknown as HttpClient;
  const mutation = createSettingsMutation({
    queries,
    http,
    onFailed: (_error, { setting }) => void failed.push(setting),
  });
  async function change(wanted: SettingChange): Promise<void> {
    new MutationObserver(queries, mutation).mutate(wanted).catch(() => undefined);
    await settle();
  }
  const shown = () => queries.getQueryData<UserSettings>(settingsKey);
  return { change, sent, failed, shown };
}

const dark = { setting: "THEME", value: "dark" } as const;
const compact = { setting: "VIEW", value: true } as const;

test("[AC20] [ST44] a setting shows at once, and the answer of an earlier change does not take back a later one", async () => {
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

test("[ST43] [ST44] a refused setting is taken back and named, and others that were changed meanwhile stay", async () => {
  const { change, sent, shown, failed } = open();
  await change(dark);
  await change(compact);

  sent[0]?.refuse();
  await settle();

  expect(shown()).toMatchObject({ theme: "light", view: true });
  expect(failed).toEqual(["THEME"]);
});
