import { expect, test } from "vitest";

import { mergeMetrics } from "./merge-metrics.ts";

const main = `# HELP linedesk_exchange_calls Live calls
# TYPE linedesk_exchange_calls gauge
linedesk_exchange_calls 2

# HELP wait_seconds Wait
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1"} 3
wait_seconds_sum 4
wait_seconds_count 3
`;

test("[CN67] each sample carries the name of its exchange, and all samples of a metric are adjacent", () => {
  const spare = "# TYPE linedesk_exchange_calls gauge\nlinedesk_exchange_calls 5\n";

  expect(
    mergeMetrics(
      new Map([
        ["main", main],
        ["spare", spare],
      ]),
    ),
  ).toBe(
    [
      "# HELP linedesk_exchange_calls Live calls",
      "# TYPE linedesk_exchange_calls gauge",
      'linedesk_exchange_calls{exchange="main"} 2',
      'linedesk_exchange_calls{exchange="spare"} 5',
      "# HELP wait_seconds Wait",
      "# TYPE wait_seconds histogram",
      'wait_seconds_bucket{exchange="main",le="1"} 3',
      'wait_seconds_sum{exchange="main"} 4',
      'wait_seconds_count{exchange="main"} 3',
    ].join("\n"),
  );
});
