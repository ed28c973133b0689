import { describe, expect, test } from "vitest";

import { FramingError, StreamFraming } from "./stream-framing.ts";

function message(body: string, length = String(body.length)) {
  return `OPTIONS sip:a@b SIP/2.0\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

function push(framing: StreamFraming, text: string): string[] {
  return framing.push(Buffer.from(text)).messages.map((one) => one.toString());
}

describe("[XI1] messages in a stream", () => {
  test("are split by Content-Length, however they arrive", () => {
    const framing = new StreamFraming();
    const all = message("hello") + message("") + message("x\r\n\r\ny");

    const found = all.split("").flatMap((character) => push(framing, character));

    expect(found).toEqual([message("hello"), message(""), message("x\r\n\r\ny")]);
    expect(new StreamFraming().push(Buffer.from(all)).messages).toHaveLength(3);
  });

  test("may have keep-alives between them", () => {
    const framed = new StreamFraming().push(Buffer.from(`\r\n\r\n${message("a")}\r\n\r\n`));

    expect(framed).toMatchObject({ pings: 2 });
    expect(framed.messages).toHaveLength(1);
  });

  test.each([
    ["OPTIONS sip:a@b SIP/2.0\r\n\r\n"],
    [message("", "many")],
    [message("", "99999")],
    ["OPTIONS sip:a@b SIP/2.0\r\nContent-Length: 1\r\nl: 2\r\n\r\nab"],
    ["x".repeat(70_000)],
  ])("cause a FramingError when their length is unknown or too large", (text) => {
    expect(() => new StreamFraming().push(Buffer.from(text))).toThrow(FramingError);
  });
});
