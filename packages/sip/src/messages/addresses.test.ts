import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseNameAddr, renderNameAddr } from "./name-addr.ts";
import { parseSipUri, renderSipUri } from "./sip-uri.ts";
import { parseVia, renderVia, responseTarget, stampVia } from "./via.ts";

describe("URIs", () => {
  test.each([
    "sip:alice@example.net",
    "sip:+61255500101@192.0.2.1:5070;transport=udp;lr",
    "sips:[2001:db8::1]:5061",
    "sip:a%20b@example.net",
    "tel:+61-2-5550-0101;phone-context=x",
  ])("%s is read and written unchanged", (text) => {
    const uri = parseSipUri(text);

    expect(uri && renderSipUri(uri)).toBe(text);
  });

  test("passwords and headers are omitted", () => {
    const uri = parseSipUri("sip:alice:secret@example.net?Subject=x");

    expect(uri && renderSipUri(uri)).toBe("sip:alice@example.net");
  });

  test.each([
    "",
    "sip:",
    "sip:@",
    "http://example.net",
    "sip:a@b:99999",
    "sip:a@b:0",
    "sip:a@-b",
    "sip:%zz@b",
    "tel:alice",
  ])("%j is refused", (text) => {
    expect(parseSipUri(text)).toBeNull();
  });
});

describe("names with addresses", () => {
  test("separate the address's parameters from the header's", () => {
    const bracketed = parseNameAddr("<sip:a@b.c;transport=udp>;tag=1");
    const bare = parseNameAddr("sip:a@b.c;tag=2");

    expect(bracketed?.uri).toBe("sip:a@b.c;transport=udp");
    expect(bracketed?.parameters.get("tag")).toBe("1");
    expect(bare?.uri).toBe("sip:a@b.c");
    expect(bare?.parameters.get("tag")).toBe("2");
  });

  test("may be unquoted, or contain brackets within quotes", () => {
    expect(parseNameAddr("Bob Brown <sip:b@c.d>")?.displayName).toBe("Bob Brown");
    expect(parseNameAddr('"a <x> \\" b" <sip:b@c.d>')?.displayName).toBe('a <x> " b');
  });

  test.each(["", "<>", "<sip:a@b", "nobody", '"open <sip:a@b.c>', "<sip: a@b>"])(
    "refuse %j",
    (text) => {
      expect(parseNameAddr(text)).toBeNull();
    },
  );

  test("are written on one line, and their display name is then read unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        const written = renderNameAddr({
          displayName: name,
          uri: "sip:a@b.c",
          parameters: new Map(),
        });
        const wanted = name.trim() === "" ? null : name.trim();

        expect(written).not.toMatch(/[\r\n]/);
        if (!/\p{Cc}/u.test(name)) {
          expect(parseNameAddr(written)?.displayName ?? null).toBe(wanted);
        }
      }),
    );
  });
});

describe("Via", () => {
  const source = { address: "203.0.113.7", port: 40_123 };

  test("leads an answer to the source address of a request, and with rport to the source port", () => {
    const plain = parseVia("SIP/2.0/UDP 10.0.0.1:5070;branch=z9hG4bK1");
    const asking = parseVia("SIP/2.0/UDP 10.0.0.1:5070;rport;branch=z9hG4bK1");
    if (plain === null || asking === null) {
      throw new Error("not read");
    }

    expect(responseTarget(plain, source)).toEqual({ address: "203.0.113.7", port: 5070 });
    expect(responseTarget(asking, source)).toEqual(source);
    expect(renderVia(stampVia(asking, source))).toBe(
      "SIP/2.0/UDP 10.0.0.1:5070;rport=40123;branch=z9hG4bK1;received=203.0.113.7",
    );
  });

  test("[XI1] over TCP leads an answer to the connection of the request, whatever address it contains", () => {
    const via = parseVia("SIP/2.0/TCP 10.0.0.1:5070;branch=z9hG4bK1");
    const connection = { ...source, transport: "tcp" as const };
    if (via === null) {
      throw new Error("not read");
    }

    expect(responseTarget(via, connection)).toEqual(connection);
  });

  test.each(["", "SIP/2.0 host", "SIP/1.0/UDP host", "SIP/2.0/UDP host:port", "SIP/2.0/UDP ;x"])(
    "refuses %j",
    (text) => {
      expect(parseVia(text)).toBeNull();
    },
  );
});
