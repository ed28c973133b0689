import { expect, test } from "vitest";

import type { HttpClient } from "../../../lib/http-client.ts";
import { fetchLog } from "./use-audio-servers.ts";

const params = { id: "station", server: "server" };

function anHttp(answers: (string | null)[]) {
  const called: string[] = [];
  async function call({ id }: { id: string }): Promise<object> {
    called.push(id);
    return id === "requestAudioServerLog" ? { request: "r" } : { text: answers.shift() ?? null };
  }
  return { http: { call } as unknown as HttpClient, called };
}

test("[AS86] the log is requested once, and the page checks every 500 ms until it has arrived", async () => {
  const { http, called } = anHttp([null, null, "lines"]);
  const waits: number[] = [];

  const text = await fetchLog({ http, wait: async (ms) => void waits.push(ms) }, params);

  expect(text).toBe("lines");
  expect(called).toEqual(["requestAudioServerLog", ...Array(3).fill("audioServerLog")]);
  expect(waits).toEqual([500, 500, 500]);
});

test("[AS11] [AS86] the request for a log that does not arrive within 10 s fails with `No response from server`", async () => {
  const { http, called } = anHttp([]);

  const fetching = fetchLog({ http, wait: async () => undefined }, params);

  await expect(fetching).rejects.toThrow("No response from server");
  expect(called).toHaveLength(21);
});
