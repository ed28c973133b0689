import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from "prom-client";

import { LOOP_SAMPLE_MS } from "@linedesk/base";
import type { MediaHealth } from "@linedesk/media";
import type { Traffic } from "./control/read-traffic.ts";
import type { TrunkReading } from "./edges/sip/trunks/trunk-registry.ts";

export interface MetricsOptions {
  readTraffic: () => Traffic;
  readTrunks: () => TrunkReading[];
  readMedia: () => Promise<MediaHealth>;
  countSignalling: () => { sockets: number; legs: number };
  isDraining: () => boolean;
}

const PREFIX = "linedesk_exchange_";

/**
 * Serves `/metrics` in the text format of Prometheus, without any data of callers. Values are read
 * at the scrape, so there is no cost between scrapes.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: PREFIX,
    eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  const writers = [createCallWriter(registry), createTrunkWriter(registry)];
  const writeMedia = createMediaWriter(registry);
  app.get("/metrics", async (_request, reply) => {
    for (const write of writers) {
      write(options);
    }
    writeMedia(await options.readMedia());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function createCallWriter(registry: Registry): (options: MetricsOptions) => void {
  const calls = createGauge(registry, "calls", "Live calls", ["status", "direction"]);
  const ended = createCounter(registry, "calls_ended_total", "Calls that ended", ["status"]);
  const turnedAway = createCounter(
    registry,
    "calls_turned_away_total",
    "Callers who were rejected because there was no capacity",
  );
  const poisonous = createGauge(
    registry,
    "call_in_crashes",
    "A call that ended because it was being processed at three crashes within a minute",
    ["call"],
  );
  const queued = createGauge(registry, "calls_queued", "Calls in a queue");
  const waiting = createGauge(registry, "webhooks_waiting", "Status callbacks not delivered yet");
  const oldest = createGauge(
    registry,
    "webhooks_oldest_seconds",
    "Seconds for which the oldest pending status callback has waited",
  );
  const failed = createCounter(
    registry,
    "webhooks_failed_total",
    "Status callbacks that were refused or not delivered in time",
  );
  const sockets = createGauge(registry, "signalling_sockets", "Softphones connected");
  const draining = createGauge(registry, "draining", "1 while no new SIP call begins");
  return ({ readTraffic, countSignalling, isDraining }) => {
    const traffic = readTraffic();
    calls.reset();
    for (const { status, direction, count } of traffic.live) {
      calls.set({ status, direction }, count);
    }
    ended.reset();
    for (const [status, count] of traffic.ended) {
      ended.inc({ status }, count);
    }
    setCount(turnedAway, traffic.turnedAway);
    for (const call of traffic.poisonous) {
      poisonous.set({ call }, 1);
    }
    queued.set(traffic.queued);
    waiting.set(traffic.callbacks.waiting);
    oldest.set(traffic.callbacks.oldestMs / 1000);
    setCount(failed, traffic.callbacks.failed);
    sockets.set(countSignalling().sockets);
    draining.set(isDraining() ? 1 : 0);
  };
}

function createTrunkWriter(registry: Registry): (options: MetricsOptions) => void {
  const isUp = createGauge(registry, "trunk_up", "1 while the trunk answers", ["trunk"]);
  const calls = createGauge(registry, "trunk_calls", "Calls on the trunk", ["trunk"]);
  const channels = createGauge(registry, "trunk_channels", "Channels of the trunk", ["trunk"]);
  const failures = createCounter(
    registry,
    "trunk_registration_failures_total",
    "REGISTER requests of the trunk that failed",
    ["trunk"],
  );
  return ({ readTrunks }) => {
    // A trunk that was removed must not stay in the metrics.
    for (const metric of [isUp, calls, channels, failures]) {
      metric.reset();
    }
    for (const { name: trunk, ...reading } of readTrunks()) {
      isUp.set({ trunk }, reading.isUp ? 1 : 0);
      calls.set({ trunk }, reading.calls);
      // A trunk without a limit of its own has no sample.
      if (reading.channels !== null) {
        channels.set({ trunk }, reading.channels);
      }
      failures.inc({ trunk }, reading.registrationFailures);
    }
  };
}

function createMediaWriter(registry: Registry): (health: MediaHealth) => void {
  const legs = createGauge(registry, "media_legs", "Legs that send and receive sound");
  const late = createCounter(
    registry,
    "mixer_late_ticks_total",
    "Ticks of the mixer that began 20 ms late or more",
  );
  const skipped = createCounter(
    registry,
    "mixer_skipped_ticks_total",
    "Ticks that the mixer skipped; callers heard a gap",
  );
  const received = createCounter(registry, "packets_received_total", "RTP packets received");
  const sent = createCounter(registry, "packets_sent_total", "RTP packets sent");
  const lost = createCounter(
    registry,
    "packets_lost_total",
    "RTP packets that did not arrive, of all legs",
  );
  return (health) => {
    legs.set(health.legs);
    setCount(late, health.lateTicks);
    setCount(skipped, health.skippedTicks);
    setCount(received, health.packetsReceived);
    setCount(sent, health.packetsSent);
    setCount(lost, health.packetsLost);
  };
}

function createGauge(registry: Registry, name: string, help: string, labelNames: string[] = []) {
  return new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers: [registry] });
}

function createCounter(registry: Registry, name: string, help: string, labelNames: string[] = []) {
  return new Counter({ name: `${PREFIX}${name}`, help, labelNames, registers: [registry] });
}

/**
 * Sets a counter to a total that another part counts. It resets the counter, because a total can
 * fall: a packet that was counted as lost can still arrive.
 */
function setCount(counter: Counter & Metric, count: number): void {
  counter.reset();
  counter.inc(count);
}
