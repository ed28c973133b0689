/**
 * How soon the application hears: from a listener's INVITE leaving to the voice request coming in,
 * and from the BYE to the status callback. One call after the other, a whole exchange between.
 */
import { ring } from "@linedesk/testkit";
import { ExchangeProcess } from "./support/exchange-process.ts";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow } from "./support/row.ts";
import { WebApplication } from "./support/web-application.ts";

const NUMBER = "+61255500101";
const LIMIT_MS = 20;
const WARM_UPS = 10;

export const run: Bench = async ({ seconds }) => {
  const exchange = await ExchangeProcess.start();
  const application = await WebApplication.start(() => '<Pause length="60"/>');
  const calls = WARM_UPS + (seconds ?? 10) * 10;
  const voice: number[] = [];
  const status: number[] = [];
  try {
    await exchange.post("/IncomingPhoneNumbers.json", {
      PhoneNumber: NUMBER,
      VoiceUrl: application.url("/voice"),
      StatusCallback: application.url("/status"),
    });
    for (let i = 0; i < calls; i += 1) {
      const voiceRequest = application.nextRequest("/voice");
      const rungMs = performance.now();
      const listener = await ring({ exchange: exchange.sip, from: "+61491570156", to: NUMBER });
      voice.push((await voiceRequest) - rungMs);
      await listener.answered;
      const statusRequest = application.nextRequest("/status");
      const endedMs = performance.now();
      await listener.close();
      status.push((await statusRequest) - endedMs);
    }
  } finally {
    application.close();
    await exchange.close();
  }
  function row(name: string, all: number[]) {
    const measured = all.slice(WARM_UPS);
    const holds = percentile(measured, 0.95) <= LIMIT_MS;
    return limitRow(`${name} (${measured.length})`, formatPercentiles(measured, 1), {
      beside: `p95 <= ${LIMIT_MS} ms`,
      holds,
    });
  }
  return [
    row("webhooks: INVITE to the voice request", voice),
    row("webhooks: BYE to the status callback", status),
  ];
};
