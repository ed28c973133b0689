import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

import type { Hub } from "@linedesk/hub";

export interface MetricsOptions {
  hub: Hub | null;
  /** The door on loopback, the only one at which `/metrics` is. */
  internalPort: number;
  /** Signalling sockets that pass through to the exchange. */
  countSignalling: () => number;
  /** Events that have not left the outbox. */
  countUnsent: () => Promise<number>;
  /** Callers for whom the exchange had no place; null where nobody says it. */
  countTurnedAway: () => Promise<number | null>;
}

/** Serves `/metrics` in the text format of Prometheus: numbers only, routes by pattern [AP14]. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "linedesk_" });
  addGauges(registry, options);
  const answered = new Histogram({
    name: "linedesk_http_request_seconds",
    help: "Time from a request's head to its answer's end",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    answered.observe(labels, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (request.socket.localPort !== options.internalPort) {
      return reply.callNotFound();
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

function addGauges(
  registry: Registry,
  { hub, countSignalling, countUnsent, countTurnedAway }: MetricsOptions,
): void {
  function gauge(name: string, help: string, read: () => number | Promise<number>): Gauge {
    return new Gauge({
      name: `linedesk_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
  gauge("signalling_sockets", "Softphones that reach the exchange through us", countSignalling);
  gauge("outbox_unsent", "Committed events that have not left yet", countUnsent);
  gauge(
    "calls_turned_away",
    "Callers for whom the exchange had no place since its start",
    async () => (await countTurnedAway()) ?? 0,
  );
  if (hub === null) {
    return;
  }
  gauge("hub_connections", "Consoles connected to the hub", () => hub.stats().connections);
  gauge("hub_channels", "Channels with a subscriber", () => hub.stats().channels);
  gauge(
    "hub_slow_readers",
    "Connections cut off for reading too slowly",
    () => hub.stats().slowReadersClosed,
  );
}
