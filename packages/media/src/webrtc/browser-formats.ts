import { readOpusParameters, writeOpusParameters, type AudioCodec } from "@linedesk/audio";
import type { StreamFormat } from "../codecs/codec-facts.ts";

// Reads and writes the codecs of a browser's session description.

const RTPMAP = /^a=rtpmap:([0-9]{1,3}) (.{1,100})/;
const CHANNELS = /^([^/]+\/\d+)\/\d+$/;

/** The codecs that the exchange accepts from a browser. CN, RED and G.722 are ignored. */
const byEncoding: ReadonlyMap<string, AudioCodec> = new Map([
  ["pcmu/8000", "PCMU"],
  ["opus/48000", "opus"],
]);

/** The codecs that the exchange offers to a browser: first PCMU, as in the voice SDK. */
const offeredFormats: readonly StreamFormat[] = [
  { codec: "PCMU", payloadType: 0, telephoneEvent: 101 },
  { codec: "opus", payloadType: 111, telephoneEvent: 110 },
];

export function formatsToOffer(speaks: (codec: AudioCodec) => boolean): StreamFormat[] {
  return offeredFormats.filter(({ codec }) => speaks(codec));
}

/** A browser offers about twenty types. The limit bounds the time that a hostile offer can cost. */
const MAX_TYPES = 64;

/** Returns the known formats of a description, in its order. */
export function readBrowserFormats(lines: readonly string[], mediaLine: string): StreamFormat[] {
  const named = mediaLine.trim().split(" ").slice(3).map(Number);
  const types = [...new Set(named)].slice(0, MAX_TYPES);
  const encodings = readEncodings(lines);
  return types.flatMap((payloadType) => {
    const codec = byEncoding.get(encodings.get(payloadType) ?? "");
    if (codec === undefined || payloadType > 127) {
      return [];
    }
    const clock = codec === "opus" ? 48_000 : 8000;
    // If the clocks of telephone events and of the sound differ, a browser sends hundreds of events
    // for each digit.
    const event = types.find((type) => encodings.get(type) === `telephone-event/${clock}`);
    const format = { codec, payloadType, telephoneEvent: event ?? null };
    return [
      codec === "opus"
        ? { ...format, opus: readOpusParameters(findFmtp(lines, payloadType)) }
        : format,
    ];
  });
}

/** Keyed by payload type. The first of several lines for one type counts. */
function readEncodings(lines: readonly string[]): ReadonlyMap<number, string> {
  const encodings = new Map<number, string>();
  for (const line of lines) {
    const [, type, encoding = ""] = RTPMAP.exec(line) ?? [];
    if (type !== undefined && !encodings.has(Number(type))) {
      encodings.set(Number(type), encoding.trim().toLowerCase().replace(CHANNELS, "$1"));
    }
  }
  if (!encodings.has(0)) {
    encodings.set(0, "pcmu/8000");
  }
  return encodings;
}

/** Joins several lines for one type, because the voice SDK appends text to a line. */
function findFmtp(lines: readonly string[], payloadType: number): string {
  const prefix = `a=fmtp:${payloadType} `;
  return lines
    .filter((line) => line.startsWith(prefix))
    .slice(0, MAX_TYPES)
    .map((line) => line.slice(prefix.length, 1000))
    .join(";");
}

/** Returns all payload types, sound before digits. */
export function listPayloadTypes(formats: readonly StreamFormat[]): number[] {
  const events = formats.flatMap(({ telephoneEvent }) => telephoneEvent ?? []);
  return [...formats.map(({ payloadType }) => payloadType), ...events];
}

export function writeBrowserFormats(formats: readonly StreamFormat[]): string[] {
  return [...formats.flatMap(soundLines), ...formats.flatMap(eventLines)];
}

function soundLines({ codec, payloadType, opus }: StreamFormat): string[] {
  if (codec !== "opus") {
    return [`a=rtpmap:${payloadType} ${codec}/8000`];
  }
  return [
    `a=rtpmap:${payloadType} opus/48000/2`,
    `a=fmtp:${payloadType} ${writeOpusParameters(opus ?? null)}`,
  ];
}

function eventLines({ codec, telephoneEvent }: StreamFormat): string[] {
  if (telephoneEvent === null) {
    return [];
  }
  const clock = codec === "opus" ? 48_000 : 8000;
  return [`a=rtpmap:${telephoneEvent} telephone-event/${clock}`, `a=fmtp:${telephoneEvent} 0-16`];
}
