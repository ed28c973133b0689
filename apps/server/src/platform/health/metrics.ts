import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

import { LOOP_SAMPLE_MS } from "@linedesk/base";
import type { ExchangeState, IssuerState } from "@linedesk/contract";
import type { Hub } from "@linedesk/hub";
import type { OutboxLag } from "../realtime/outbox-store.ts";
import type { PartStates } from "./health.ts";

export interface MetricsOptions {
  hub: Hub | null;
  internalPort: number;
  countSignalling: () => number;
  readParts: () => Promise<PartStates>;
  readIssuer: () => IssuerState | null;
  readOutboxLag: () => Promise<OutboxLag>;
  /** Resolves with `null` at a site with one exchange. */
  readExchanges: () => Promise<ExchangeState[] | null>;
  /**
   * Returns the number of callers whom the exchange rejected because it had no capacity; `null`
   * when unknown.
   */
  countRejectedCallers: () => Promise<number | null>;
  /** The exchange's own metrics in the same format; `null` when it does not answer. */
  readExchange: () => Promise<string | null>;
}

/** The metrics must not wait for an unavailable database. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Serves `/metrics` in the text format of Prometheus: only numbers, with routes by pattern. The
 * exchange's metrics follow the server's own.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: "linedesk_",
    eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  addGauges(registry, options);
  const answered = new Histogram({
    name: "linedesk_http_request_seconds",
    help: "Time from the headers of a request to the end of its answer",
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
    const [own, exchange] = await Promise.all([registry.metrics(), options.readExchange()]);
    return reply.type(registry.contentType).send(`${own}\n${exchange ?? ""}`);
  });
  return registry;
}

/**
 * Returns the value, or `null` after a failure or a timeout, so that the scrape continues without
 * it.
 */
export async function readInTime<T>(read: () => T | Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READ_TIMEOUT_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    // `part_up` shows an unreachable part as down, and the log of that part has the reason.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function addGauges(registry: Registry, options: MetricsOptions): void {
  const { hub, countSignalling, countRejectedCallers } = options;
  function gauge(name: string, help: string, read: () => number | Promise<number>): Gauge {
    return new Gauge({
      name: `linedesk_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await readInTime(read);
        if (value === null) {
          this.remove();
        } else {
          this.set(value);
        }
      },
    });
  }
  addPartGauge(registry, options);
  addIssuerGauge(registry, options);
  addExchangeGauges(registry, options);
  gauge("signalling_sockets", "Softphones connected through the server", countSignalling);
  addOutboxGauges(gauge, options);
  gauge(
    "calls_turned_away",
    "Callers whom the exchange rejected for lack of capacity since its start",
    async () => (await countRejectedCallers()) ?? 0,
  );
  if (hub === null) {
    return;
  }
  gauge("hub_connections", "Consoles connected to the hub", () => hub.stats().connections);
  gauge("hub_channels", "Channels with a subscriber", () => hub.stats().channels);
  gauge(
    "hub_slow_readers",
    "Connections that the hub closed because they read too slowly",
    () => hub.stats().slowReadersClosed,
  );
}

type AddGauge = (name: string, help: string, read: () => Promise<number>) => Gauge;

function addOutboxGauges(gauge: AddGauge, { readOutboxLag }: MetricsOptions): void {
  gauge("outbox_unsent", "Committed events that are not sent yet", async () => {
    return (await readOutboxLag()).unsent;
  });
  gauge("outbox_oldest_seconds", "Age of the oldest event that is not sent", async () => {
    return (await readOutboxLag()).oldestS;
  });
}

function addIssuerGauge(registry: Registry, { readIssuer }: MetricsOptions): Gauge {
  return new Gauge({
    name: "linedesk_issuer_up",
    help: "1 while the issuer of the sign-in answers with a trusted certificate, otherwise 0",
    registers: [registry],
    collect() {
      const state = readIssuer();
      if (state === null) {
        this.remove();
      } else {
        this.set(state === "up" ? 1 : 0);
      }
    },
  });
}

/** Adds the gauges of a site with several exchanges. */
function addExchangeGauges(registry: Registry, { readExchanges }: MetricsOptions): void {
  function gauge(name: string, help: string, read: (one: ExchangeState) => number): Gauge {
    return new Gauge({
      name: `linedesk_exchanges_${name}`,
      help,
      labelNames: ["exchange"],
      registers: [registry],
      async collect() {
        this.reset();
        for (const one of (await readInTime(readExchanges)) ?? []) {
          this.set({ exchange: one.service }, read(one));
        }
      },
    });
  }
  gauge("up", "1 while the exchange answers, otherwise 0", ({ state }) => (state === "up" ? 1 : 0));
  gauge("draining", "1 while the exchange drains", ({ isDraining }) => (isDraining ? 1 : 0));
  gauge("calls", "Legs of live calls at the exchange", ({ calls }) => calls);
}

function addPartGauge(registry: Registry, { readParts }: MetricsOptions): Gauge {
  return new Gauge({
    name: "linedesk_part_up",
    help: "1 while a part that is required for calls answers, otherwise 0",
    labelNames: ["part"],
    registers: [registry],
    async collect() {
      for (const [part, state] of Object.entries(await readParts())) {
        this.set({ part }, state === "up" ? 1 : 0);
      }
    },
  });
}
