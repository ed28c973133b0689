import { expect, test } from "vitest";

import { describeCall, handleCall, handleHold, type LineDevice } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { withLineDevice } from "./with-line-device.ts";

const call = "0190f3c4-7a1b-7c3d-8e4f-000000000001";
const studio: LineDevice = { type: "audio_server", id: "0190f3c4-7a1b-7c3d-8e4f-000000000002" };

function aClient() {
  const sent: unknown[] = [];
  const http = {
    call: async (_endpoint: unknown, { body }: { body?: unknown }) => void sent.push(body),
  } as unknown as HttpClient;
  const device = (line: string) => (line === "line2" ? studio : undefined);
  return { sent, http: withLineDevice(http, device, () => "line2") };
}

test("each request that puts a call on an audio server's line names the audio server", async () => {
  const { sent, http } = aClient();

  await http.call(handleCall, { body: { call, action: "accept", line: "line2" } });
  await http.call(handleHold, { body: { call, hold: false, line: "line2" } });
  await http.call(handleCall, { body: { call, action: "undo" } });
  await http.call(handleCall, { body: { call, action: "accept", line: "line1" } });
  await http.call(handleCall, { body: { call, action: "mark_next" } });
  await http.call(describeCall, { body: { call, description: "" } });

  expect(sent).toEqual([
    { call, action: "accept", line: "line2", device: studio },
    { call, hold: false, line: "line2", device: studio },
    { call, action: "undo", device: studio },
    { call, action: "accept", line: "line1" },
    { call, action: "mark_next" },
    { call, description: "" },
  ]);
});
