import { Gauge, type Registry } from "prom-client";

/** What has not been taken yet by another system. */
export interface DeliveryLag {
  waiting: number;
  /** How long the oldest of it has waited. */
  oldestS: number;
}

/** Null: the database does not answer. */
type ReadLags = () => Promise<Record<"webhooks" | "promotion", DeliveryLag> | null>;

/** How far behind other systems are with what is sent to them. */
export function registerDeliveryMetrics(registry: Registry, readLags: ReadLags): void {
  function add(name: string, help: string, pick: (lag: DeliveryLag) => number): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["to"],
      registers: [registry],
      async collect() {
        gauge.reset();
        const lags = await readLags();
        for (const [to, lag] of Object.entries(lags ?? {})) {
          gauge.set({ to }, pick(lag));
        }
      },
    });
  }
  add(
    "linedesk_deliveries_waiting",
    "Messages to other systems that they have not taken yet",
    ({ waiting }) => waiting,
  );
  add(
    "linedesk_deliveries_oldest_seconds",
    "How long the oldest of them has waited",
    ({ oldestS }) => oldestS,
  );
}
