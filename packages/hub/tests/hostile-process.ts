import { createServer } from "node:http";

import { createHub } from "../src/index.ts";

/** Runs a hub in a separate process; the parent process queries its contents. */
const hub = createHub({
  keys: { appId: "1", key: "key", secret: "secret" },
  channels: { takesClientEvents: () => true },
  limits: { connections: 5000 },
});
const server = createServer((request, response) => void hub.handleRequest(request, response));
hub.attach(server);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
process.on("message", () => process.send?.({ stats: hub.stats() }));
