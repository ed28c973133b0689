import {
  AUDIO_CODECS,
  type AudioCodec,
  type OfferedTypes,
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
  /** The clock rate of the events, if the media line has none with the clock rate of the codec. */
  eventClockRate?: number;
  /** The payload type of the other G.711 codec, if the media line names both. */
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

/** Returns the first codec in the far end's media line that we support, or `null`. */
export function pickCodec(
  media: MediaDescription,
  spoken: readonly AudioCodec[],
): CodecChoice | null {
  for (const payloadType of payloadTypes(media)) {
    const codecs = findEncodings(media, payloadType).map((encoding) => byEncoding.get(encoding));
    const codec = codecs.find((one) => one !== undefined && spoken.includes(one));
    if (codec === undefined) {
      continue;
    }
    const choice = { codec, payloadType, ...pickEvents(media, findClockRate(codec)) };
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

/**
 * Returns the payload type of the other G.711 codec in the media line. After an answer with several
 * codecs, the sender may use any of them at any time (RFC 3264).
 */
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
    return findEncodings(media, type).some((encoding) => byEncoding.get(encoding) === other);
  }
  const otherLaw = payloadTypes(media).find(isOther);
  return otherLaw === undefined ? {} : { otherLaw };
}

const EVENT_ENCODING = "TELEPHONE-EVENT/";
const USUAL_EVENT_CLOCK = 8000;

/**
 * DTMF events share the clock of the audio (RFC 4733 section 2.1). Some telephones offer Opus only
 * with events of 8000 Hz. The timestamps of these events follow the clock of the audio, and only
 * their durations are counted at 8000 Hz.
 */
function pickEvents(
  media: MediaDescription,
  clockRate: number,
): { telephoneEvent: number | null; eventClockRate?: number } {
  const offered = payloadTypes(media).flatMap((type) =>
    findEncodings(media, type)
      .filter((encoding) => encoding.startsWith(EVENT_ENCODING))
      .map((encoding) => ({ type, clock: Number(encoding.slice(EVENT_ENCODING.length)) })),
  );
  const picked =
    offered.find(({ clock }) => clock === clockRate) ??
    offered.find(({ clock }) => clock === USUAL_EVENT_CLOCK);
  if (picked === undefined || picked.clock === clockRate) {
    return { telephoneEvent: picked?.type ?? null };
  }
  return { telephoneEvent: picked.type, eventClockRate: picked.clock };
}

function findClockRate(codec: AudioCodec): number {
  return codec === "opus" ? 48_000 : 8000;
}

function findEncodings(media: MediaDescription, payloadType: number): readonly string[] {
  return media.encodings.get(payloadType) ?? [staticEncodings.get(payloadType) ?? ""];
}

function payloadTypes(media: MediaDescription): number[] {
  return media.formats.map(Number).filter((type) => Number.isInteger(type) && type < 128);
}

/** The payload types of one media line, and their meanings. */
export interface CodecLines {
  formats: number[];
  attributes: string[];
}

export function formatChosenCodec(choice: CodecChoice): CodecLines {
  const { codec, payloadType, telephoneEvent, opus } = choice;
  const eventClock = choice.eventClockRate ?? findClockRate(codec);
  return {
    formats: telephoneEvent === null ? [payloadType] : [payloadType, telephoneEvent],
    attributes: [
      ...codecLines(codec, payloadType, opus ?? null),
      ...(telephoneEvent === null ? [] : eventLines(telephoneEvent, eventClock)),
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

/** Returns the payload types with which our first offer names a codec and its events. */
export function offeredTypesOf({ codec, eventClockRate }: CodecChoice): OfferedTypes {
  const telephoneEvent = offeredEvents.get(eventClockRate ?? findClockRate(codec)) ?? null;
  return { payloadType: offeredTypes[codec], telephoneEvent };
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
