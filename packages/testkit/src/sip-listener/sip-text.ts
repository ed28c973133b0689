import { randomBytes } from "node:crypto";

/**
 * The part of SIP that a telephone needs. It is independent of the exchange's own stack, so that
 * the two share no errors.
 */
export interface SipText {
  /** The status of a response, or 0 for a request. */
  status: number;
  reason: string;
  /** The method of a request, or of a response's CSeq. */
  method: string;
  uri: string;
  headers: [name: string, value: string][];
  body: string;
}

const shortNames: Record<string, string> = {
  v: "via",
  f: "from",
  t: "to",
  i: "call-id",
  m: "contact",
  l: "content-length",
  c: "content-type",
};

/** Returns `null` if the bytes are not a SIP message. */
export function readSipText(datagram: Buffer): SipText | null {
  const [head = "", ...rest] = datagram.toString("utf8").split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(first);
  const request = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first);
  if (response === null && request === null) {
    return null;
  }
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    return [shortNames[name] ?? name, line.slice(colon + 1).trim()];
  });
  const cseqMethod = headers.find(([name]) => name === "cseq")?.[1].split(/\s+/)[1] ?? "";
  return {
    status: Number(response?.[1] ?? 0),
    reason: response?.[2] ?? "",
    method: request?.[1] ?? cseqMethod,
    uri: request?.[2] ?? "",
    headers,
    body: rest.join("\r\n\r\n"),
  };
}

export function headerOf(message: SipText, name: string): string {
  return message.headers.find(([key]) => key === name)?.[1] ?? "";
}

export function headersOf(message: SipText, name: string): string[] {
  return message.headers.filter(([key]) => key === name).map(([, value]) => value);
}

export function tagIn(header: string): string {
  return /;\s*tag=([^;\s>]+)/.exec(header)?.[1] ?? "";
}

/** Returns the URI between `<` and `>`, or the whole text without them. */
export function uriIn(header: string): string {
  return /<([^>]+)>/.exec(header)?.[1] ?? header.split(";")[0]?.trim() ?? "";
}

export interface SipLines {
  first: string;
  headers: [name: string, value: string][];
  body?: string;
}

export function writeSipText({ first, headers, body = "" }: SipLines): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return Buffer.from([first, ...lines, length, "", body].join("\r\n"));
}

/** Writes a response to a request, with the headers that a response copies. */
export function writeAnswer(
  request: SipText,
  status: string,
  parts: { toTag: string; headers?: [string, string][]; body?: string },
): Buffer {
  const to = headerOf(request, "to");
  const headers: [string, string][] = [
    ...headersOf(request, "via").map((via): [string, string] => ["Via", via]),
    ["From", headerOf(request, "from")],
    ["To", tagIn(to) === "" ? `${to};tag=${parts.toTag}` : to],
    ["Call-ID", headerOf(request, "call-id")],
    ["CSeq", headerOf(request, "cseq")],
    ...(parts.headers ?? []),
  ];
  return writeSipText({ first: `SIP/2.0 ${status}`, headers, body: parts.body ?? "" });
}

export function randomName(): string {
  return randomBytes(8).toString("hex");
}
