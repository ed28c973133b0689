import { Gauge, type Registry } from "prom-client";

export interface DeliveryLag {
  waiting: number;
  oldestS: number;
}

type ReadLags = () => Promise<Record<"webhooks" | "promotion", DeliveryLag> | null>;

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
