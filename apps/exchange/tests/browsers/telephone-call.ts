import { z } from "zod";

import { ring, type SipListener } from "@linedesk/testkit";
import type { BootedExchange } from "../support/booted-exchange.ts";

const NUMBER = "+61255500101";
/**
 * Samples of 16 bits below this amplitude count as silence. The tone of a telephone is louder
 * except near the zero crossings of its wave.
 */
const QUIET = 1_000;
const SAMPLES_PER_MS = 8;

const qualitySchema = z.object({ packets_received: z.number(), packets_lost: z.number() });

export async function aTelephone(booted: BootedExchange, sends: number): Promise<SipListener> {
  const numbers = await booted.rest.incomingPhoneNumbers.list({ phoneNumber: NUMBER });
  if (numbers.length === 0) {
    const voiceUrl = booted.web.url("/voice");
    await booted.rest.incomingPhoneNumbers.create({ phoneNumber: NUMBER, voiceUrl });
  }
  const exchange = booted.exchange.sip;
  const listener = await ring({ exchange, from: "+61491570006", to: NUMBER, sends });
  await listener.answered;
  return listener;
}

/** Returns the longest silence in a telephone's sound, measured in samples and not by a clock. */
export function longestSilenceMs(received: Int16Array): number {
  let [longest, quiet] = [0, 0];
  for (const sample of received) {
    quiet = Math.abs(sample) < QUIET ? quiet + 1 : 0;
    longest = Math.max(longest, quiet);
  }
  return longest / SAMPLES_PER_MS;
}

export async function receivedFrom(
  { exchange }: BootedExchange,
  callSid: string,
): Promise<{ received: number; lost: number }> {
  const { sid, authToken } = exchange.account;
  const answer = await fetch(`${exchange.url}/inspect/calls/${callSid}/quality`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${authToken}`).toString("base64")}` },
  });
  const quality = qualitySchema.parse(await answer.json());
  return { received: quality.packets_received, lost: quality.packets_lost };
}
