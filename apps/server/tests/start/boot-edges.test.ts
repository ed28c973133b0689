import { expect, test } from "vitest";

import { startTestServer } from "../support/station-server.ts";

test("[XS78] [VD65] with `TWILIO_EDGE` the console gets the signalling addresses of this edge and of further exchanges, and may connect to the edge", async () => {
  const EXCHANGES = "main=http://127.0.0.1:9,spare=http://127.0.0.1:8";
  const edges = { EDGES: "sydney=syd.example.com:8443", TWILIO_EDGE: "sydney", EXCHANGES };
  await using there = await startTestServer(edges);

  const answer = await there.get("/api/config");

  expect(await answer.json()).toMatchObject({
    voice: {
      signallingHost: "syd.example.com:8443",
      edge: "sydney",
      services: [
        { service: "main", signallingHost: "syd.example.com:8443" },
        {
          service: "spare",
          signallingHost: `127.0.0.1:${there.running.port}/exchanges/spare`,
          tls: false,
        },
      ],
    },
  });
  expect(answer.headers.get("content-security-policy")).toContain("wss://syd.example.com:8443");
});
