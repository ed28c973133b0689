import {
  AUDIO_CODECS,
  type AudioCodec,
  type OpusOptions,
  readOpusParameters,
  writeOpusParameters,
} from "@linedesk/audio";
import type { MediaDescription } from "./sdp.ts";

/**
 * All our codecs, in the order of our offers. PCMU is the first, because it needs the least
 * processor time.
 */
export const sipCodecs: readonly AudioCodec[] = AUDIO_CODECS;

export interface CodecChoice {
  codec: AudioCodec;
  payloadType: number;
  telephoneEvent: number | null;
  /** The payload type of the other G.711 codec, if the line names both. */
  otherLaw?: number;
  opus?: OpusOptions;
}

const staticEncodings: ReadonlyMap<number, string> = new Map([
  [0, "PCMU/8000"],
  [8, "PCMA/8000"],
  [9, "G722/8000"],
]);

const byEncoding: ReadonlyMap<string, AudioCodec> = new Map([
  ["PCMU/8000", "PCMU"],
  ["PCMA/8000", "PCMA"],
  ["G722/8000", "G722"],
  ["OPUS/48000", "opus"],
]);

/** The values of `a=rtpmap`. The RFCs fix the two channels of Opus and the clock of G.722. */
const rtpmaps: Readonly<Record<AudioCodec, string>> = {
  PCMU: "PCMU/8000",
  PCMA: "PCMA/8000",
  G722: "G722/8000",
  opus: "opus/48000/2",
};

/** The payload types of our own offers. */
const offeredTypes: Readonly<Record<AudioCodec, number>> = { PCMU: 0, PCMA: 8, G722: 9, opus: 107 };
const offeredEvents: ReadonlyMap<number, number> = new Map([
  [8000, 101],
  [48_000, 102],
]);

/** Returns the first codec in the far end's line that we support, or `null`. */
export function pickCodec(
  media: MediaDescription,
  spoken: readonly AudioCodec[],
): CodecChoice | null {
  for (const payloadType of payloadTypes(media)) {
    const codec = byEncoding.get(findEncoding(media, payloadType));
    if (codec === undefined || !spoken.includes(codec)) {
      continue;
    }
    const choice = { codec, payloadType, telephoneEvent: pickEvents(media, findClockRate(codec)) };
    if (codec !== "opus") {
      return { ...choice, ...findOtherLaw(media, codec, spoken) };
    }
    return { ...choice, opus: readOpusParameters(media.parameters.get(payloadType) ?? "") };
  }
  return null;
}

const otherLaws: ReadonlyMap<AudioCodec, AudioCodec> = new Map([
  ["PCMU", "PCMA"],
  ["PCMA", "PCMU"],
]);

/** After an answer with several codecs, the sender may use any of them at any time (RFC 3264). */
function findOtherLaw(
  media: MediaDescription,
  law: AudioCodec,
  spoken: readonly AudioCodec[],
): { otherLaw?: number } {
  const other = otherLaws.get(law);
  if (other === undefined || !spoken.includes(other)) {
    return {};
  }
  function isOther(type: number): boolean {
    return byEncoding.get(findEncoding(media, type)) === other;
  }
  const otherLaw = payloadTypes(media).find(isOther);
  return otherLaw === undefined ? {} : { otherLaw };
}

/** DTMF events share the clock of the audio (RFC 4733 section 2.1). */
function pickEvents(media: MediaDescription, clockRate: number): number | null {
  const wanted = `TELEPHONE-EVENT/${clockRate}`;
  return payloadTypes(media).find((type) => findEncoding(media, type) === wanted) ?? null;
}

function findClockRate(codec: AudioCodec): number {
  return codec === "opus" ? 48_000 : 8000;
}

function findEncoding(media: MediaDescription, payloadType: number): string {
  return media.encodings.get(payloadType) ?? staticEncodings.get(payloadType) ?? "";
}

function payloadTypes(media: MediaDescription): number[] {
  return media.formats.map(Number).filter((type) => Number.isInteger(type) && type < 128);
}

/** The payload types of one line and their meanings. */
export interface CodecLines {
  formats: number[];
  attributes: string[];
}

export function formatChosenCodec(choice: CodecChoice): CodecLines {
  const { codec, payloadType, telephoneEvent, opus } = choice;
  return {
    formats: telephoneEvent === null ? [payloadType] : [payloadType, telephoneEvent],
    attributes: [
      ...codecLines(codec, payloadType, opus ?? null),
      ...(telephoneEvent === null ? [] : eventLines(telephoneEvent, findClockRate(codec))),
    ],
  };
}

export function formatOfferedCodecs(codecs: readonly AudioCodec[], hasEvents: boolean): CodecLines {
  const clocks = new Set(hasEvents ? codecs.map(findClockRate) : []);
  const events = [...offeredEvents].filter(([clockRate]) => clocks.has(clockRate));
  return {
    formats: [...codecs.map((codec) => offeredTypes[codec]), ...events.map(([, type]) => type)],
    attributes: [
      ...codecs.flatMap((codec) => codecLines(codec, offeredTypes[codec], null)),
      ...events.flatMap(([clockRate, type]) => eventLines(type, clockRate)),
    ],
  };
}

function codecLines(
  codec: AudioCodec,
  payloadType: number,
  opusOptions: OpusOptions | null,
): string[] {
  const map = `a=rtpmap:${payloadType} ${rtpmaps[codec]}`;
  if (codec !== "opus") {
    return [map];
  }
  return [map, `a=fmtp:${payloadType} ${writeOpusParameters(opusOptions)}`];
}

function eventLines(payloadType: number, clockRate: number): string[] {
  return [`a=rtpmap:${payloadType} telephone-event/${clockRate}`, `a=fmtp:${payloadType} 0-15`];
}
