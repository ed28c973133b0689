import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { registerDeliveryMetrics } from "./deliveries.ts";

test("[MN11] a scrape has the deliveries that wait, and no old numbers while the database is unavailable", async () => {
  const registry = new Registry();
  const none = { waiting: 0, oldestS: 0 };
  let lags: Parameters<typeof registerDeliveryMetrics>[1] = async () => ({
    webhooks: { waiting: 3, oldestS: 61.5 },
    promotion: none,
  });
  registerDeliveryMetrics(registry, () => lags());

  const text = await registry.metrics();
  for (const line of [
    'linedesk_deliveries_waiting{to="webhooks"} 3',
    'linedesk_deliveries_oldest_seconds{to="webhooks"} 61.5',
    'linedesk_deliveries_waiting{to="promotion"} 0',
  ]) {
    expect(text).toContain(line);
  }
  lags = async () => null;
  expect(await registry.metrics()).not.toContain("to=");
});
