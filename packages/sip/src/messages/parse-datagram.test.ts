import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MAX_MESSAGE_BYTES, type Parsed, parseDatagram } from "./parse-datagram.ts";
import { makeResponse, serialiseMessage, type SipRequest } from "./sip-message.ts";

const source = { address: "192.0.2.10", port: 5062 };

function parse(...lines: string[]): Parsed {
  return parseDatagram(Buffer.from(lines.join("\r\n")), source);
}

const head = [
  "INVITE sip:+61255500101@example.net SIP/2.0",
  "Via: SIP/2.0/UDP 192.0.2.10:5062;branch=z9hG4bKa1",
  "From: <sip:0491570006@192.0.2.10>;tag=f1",
  "To: <sip:+61255500101@example.net>",
  "Call-ID: c1",
  "CSeq: 1 INVITE",
];

function requestOf(parsed: Parsed): SipRequest {
  if (parsed.type !== "message" || parsed.message.type !== "request") {
    throw new Error(`not a request: ${JSON.stringify(parsed)}`);
  }
  return parsed.message;
}

describe("unusual but valid messages", () => {
  test("may have a name in Latin-1 beside another one in UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${head.join("\r\n")}\r\nSubject: Łukasz\r\nP-Asserted-Identity: "`),
      Buffer.from("José Groß", "latin1"),
      Buffer.from('" <sip:0491570006@192.0.2.10>\r\n\r\n'),
    ]);

    const { headers } = requestOf(parseDatagram(bytes, source));

    expect(headers.get("Subject")).toBe("Łukasz");
    expect(headers.get("P-Asserted-Identity")).toBe('"José Groß" <sip:0491570006@192.0.2.10>');
  });

  test("are split into the parts of a request", () => {
    const parsed = parse(...head, "Content-Length: 3", "", "abcdef");

    expect(parsed).toMatchObject({
      type: "message",
      message: {
        method: "INVITE",
        uri: "sip:+61255500101@example.net",
        callId: "c1",
        cseq: { number: 1, method: "INVITE" },
        body: "abc",
        source,
      },
    });
  });

  test("may have short names, unusual case, blanks and folded lines", () => {
    const request = requestOf(
      parse(
        "OPTIONS sip:linedesk@example.net SIP/2.0",
        "v:  SIP / 2.0 / UDP  192.0.2.10 ; branch = z9hG4bKx ; rport",
        'f : "Anna \\"the\\" Caller"',
        "   <sip:anna@example.net> ;",
        "\ttag=1",
        "T: sip:bob@example.net",
        "cAlL-iD: odd@case",
        "CSEQ:    0009   OPTIONS",
        "L: 0",
        "",
        "",
      ),
    );

    expect(request).toMatchObject({
      callId: "odd@case",
      cseq: { number: 9 },
      from: { displayName: 'Anna "the" Caller', uri: "sip:anna@example.net" },
      to: { uri: "sip:bob@example.net" },
    });
  });

  test("may have several hops on a line, with commas in quotes", () => {
    const request = requestOf(
      parse(
        ...head,
        "Via: SIP/2.0/UDP 192.0.2.20;branch=z9hG4bKb, SIP/2.0/TCP [2001:db8::1]:5070",
        'Contact: "Smith, Jo" <sip:jo@192.0.2.10>, <sip:jo@192.0.2.11>',
        "",
        "",
      ),
    );

    expect(request.headers.all("via")).toHaveLength(3);
    expect(request.headers.all("Contact")[0]).toBe('"Smith, Jo" <sip:jo@192.0.2.10>');
  });
});

describe("[XI50] malformed messages", () => {
  const cases: [string, string[], string][] = [
    ["no From", head.filter((line) => !line.startsWith("From")), "dropped"],
    ["two To headers", [...head, "To: <sip:x@y.z>"], "answerable"],
    ["two Call-IDs", [...head, "Call-ID: c2"], "answerable"],
    ["a CSeq of another method", [...head.slice(0, 5), "CSeq: 1 BYE"], "answerable"],
    ["a CSeq beyond 31 bits", [...head.slice(0, 5), "CSeq: 4294967296 INVITE"], "answerable"],
    ["a body shorter than Content-Length", [...head, "Content-Length: 10"], "answerable"],
    ["a negative length", [...head, "Content-Length: -1"], "answerable"],
    ["two different lengths", [...head, "Content-Length: 0", "Content-Length: 1"], "answerable"],
    ["a line that is no header", [...head, "nonsense"], "answerable"],
    ["a URI in brackets", ["INVITE <sip:a@b.c> SIP/2.0", ...head.slice(1)], "answerable"],
    ["a URI with blanks", ["INVITE sip:a b@b.c SIP/2.0", ...head.slice(1)], "answerable"],
    ["bad Max-Forwards", [...head, "Max-Forwards: many"], "answerable"],
    ["an unclosed From", [...head.slice(0, 2), "From: <sip:a@b", ...head.slice(3)], "answerable"],
    ["no Via", head.filter((line) => !line.startsWith("Via")), "dropped"],
    ["a bad Via", [head[0] ?? "", "Via: carrier pigeon", ...head.slice(2)], "dropped"],
    ["no start line", head.slice(1), "dropped"],
    ["HTTP", ["GET / HTTP/1.1", "Host: x"], "dropped"],
    ["a bad response", ["SIP/2.0 200 OK", "Via: SIP/2.0/UDP a"], "dropped"],
    ["a status out of range", ["SIP/2.0 999 No", ...head.slice(1)], "dropped"],
    ["a bad ACK", ["ACK sip:a@b.c SIP/2.0", ...head.slice(1)], "dropped"],
  ];

  test.each(cases)("are recognised: %s", (_what, lines, verdict) => {
    expect(parse(...lines, "", "").type).toBe(verdict);
  });

  test("[XI50] with long blanks in the reason phrase are read as responses", () => {
    const blanks = " ".repeat(7000);
    const answer = ["Via: SIP/2.0/UDP a;branch=z9hG4bKa", ...head.slice(2)];
    const parsed = parse(`SIP/2.0 200${blanks}OK\u2028${blanks}`, ...answer, "", "");

    const message = parsed.type === "message" ? parsed.message : null;
    expect(message?.type === "response" ? message.reason : parsed).toBe("OK");
  });

  test("are answered 505 with another SIP version", () => {
    const parsed = parse("INVITE sip:a@b.c SIP/7.0", ...head.slice(1), "", "");

    expect(parsed).toMatchObject({ type: "answerable", status: 505 });
  });

  test("are dropped beyond the size limit or with too many headers", () => {
    const large = [...head, "", "x".repeat(MAX_MESSAGE_BYTES)];
    const many = [...head, ...Array.from({ length: 300 }, () => "X: y"), "", ""];

    expect(parse(...large)).toEqual({ type: "dropped", reason: "too large" });
    expect(parse(...many)).toEqual({ type: "dropped", reason: "too many headers" });
  });

  test.each([
    ["blanks in the first line", `INVITE sip:a@b.c${" ".repeat(15_000)}x`],
    ["blanks in a header", [...head, `X: a${" ".repeat(15_000)}b`].join("\r\n")],
    [
      "blanks in Via",
      ["OPTIONS sip:a@b.c SIP/2.0", `Via: SIP/2.0/UDP a${" ".repeat(15_000)}b`].join("\r\n"),
    ],
    ["a quote that never ends", [...head, `Contact: ${'"\\'.repeat(5000)}`].join("\r\n")],
  ])("take no quadratic time: %s", (_what, text) => {
    const parsed = parseDatagram(Buffer.from(`${text}\r\n\r\n`), source);

    expect(parsed.type).toMatch(/message|dropped/);
  });

  test("never cause an exception, whatever bytes arrive", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(parseDatagram(Buffer.from(bytes), source).type).toMatch(/^\w+$/);
      }),
      { numRuns: 3000 },
    );
  });

  test("that were valid before the damage never cause an exception, and the answer can be serialised", () => {
    const good = [...head, "Contact: <sip:a@192.0.2.10>", "Content-Length: 4", "", "v=0\n"].join(
      "\r\n",
    );
    const damage = fc.record({ at: fc.nat(good.length), drop: fc.nat(40), put: fc.string() });
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 5 }), (damages) => {
        let text = good;
        for (const { at, drop, put } of damages) {
          text = text.slice(0, at) + put + text.slice(at + drop);
        }
        const parsed = parseDatagram(Buffer.from(text), source);
        if (parsed.type === "dropped") {
          return;
        }
        const request = parsed.type === "message" ? parsed.message : parsed.request;
        if (request.type !== "request") {
          return;
        }
        const answer = serialiseMessage(makeResponse(request, { status: 400, toTag: "t" }));
        expect(answer.toString()).toMatch(/^SIP\/2\.0 400 Bad Request\r\nVia: /);
      }),
      { numRuns: 4000 },
    );
  });
});

test("a message cannot inject a line into an answer", () => {
  const parsed = parse(...head, "", "");
  const answer = makeResponse(requestOf(parsed) as never, {
    status: 200,
    headers: [["X-Note", "a\r\nEvil: yes"]],
  });

  expect(serialiseMessage(answer).toString()).toContain("X-Note: a Evil: yes\r\n");
});
