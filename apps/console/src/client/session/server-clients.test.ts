import { afterEach, expect, test, vi } from "vitest";

import { listStations } from "@linedesk/contract";
import { createServerClients } from "./server-clients.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("[AP16] every request of the page times out after 10 s", async () => {
  const timeouts = vi.spyOn(AbortSignal, "timeout");
  const page = {
    fetch: () => Promise.reject(new TypeError("Failed to fetch")),
    location: { href: "http://127.0.0.1/" },
    document: { querySelector: () => null },
  } as unknown as Window;
  const { http, session } = createServerClients(
    page,
    () => undefined,
    () => undefined,
  );

  await http.call(listStations, {}).catch(() => undefined);
  await session.refresh();

  expect(timeouts.mock.calls.length).toBeGreaterThan(1);
  expect(new Set(timeouts.mock.calls.flat())).toEqual(new Set([10_000]));
});
