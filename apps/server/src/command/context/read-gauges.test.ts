import { expect, test } from "vitest";

import { readGauge, readGauges, sumGauges } from "./read-gauges.ts";

const text = `# TYPE linedesk_exchange_calls gauge
linedesk_exchange_calls{state="ringing"} 2
linedesk_exchange_calls{state="talking"} 3
linedesk_exchange_calls_queued 7
linedesk_calls_waiting 4`;

test("a metric is read with its labels, and a metric with a longer name is not", () => {
  expect(readGauges(text, "linedesk_exchange_calls")).toEqual([
    { labels: { state: "ringing" }, value: 2 },
    { labels: { state: "talking" }, value: 3 },
  ]);
  expect(sumGauges(text, "linedesk_exchange_calls")).toBe(5);
  expect(readGauge(text, "linedesk_calls_waiting")).toBe(4);
  expect(readGauge(text, "linedesk_seats")).toBeNull();
});
