import { describe, expect, test } from "vitest";

import { field, readForm } from "./form.ts";

const shape = {
  To: field.text(10),
  Muted: field.flag.optional(),
  Method: field.method.optional(),
  Size: field.integer(1, 5000).optional(),
  Url: field.url.optional(),
  Event: field.list(["start", "end", "join"]).optional(),
  Track: field.oneOf(["both", "inbound"]).optional(),
};

function read(values: object) {
  return readForm(shape, values, {
    codes: { To: { missing: [21201, "No 'To' number is specified"], invalid: 21211 } },
  });
}

describe("a form", () => {
  test("[XR3] is read into our types, without unknown parameters", () => {
    const form = read({
      To: "client:a",
      Muted: "True",
      Method: "get",
      Size: "5000",
      Url: "http://127.0.0.1:1/x",
      Event: ["start", "end"],
      Record: "false",
      MachineDetection: "DetectMessageEnd",
    });

    expect(form).toEqual({
      To: "client:a",
      Muted: true,
      Method: "GET",
      Size: 5000,
      Url: "http://127.0.0.1:1/x",
      Event: ["start", "end"],
    });
  });

  test("[XR3] accepts a list as repeated values or separated by spaces", () => {
    expect(read({ To: "a", Event: "start join" }).Event).toEqual(["start", "join"]);
    expect(read({ To: "a", Event: ["start", "join"] }).Event).toEqual(["start", "join"]);
  });

  test.each([
    [{}, 21201, "No 'To' number is specified"],
    [{ To: "" }, 21201, "No 'To' number is specified"],
    [{ To: "x".repeat(11) }, 21211, "Invalid value for 'To'"],
    [{ To: ["a", "b"] }, 21211, "Invalid value for 'To'"],
    [{ To: "a", Size: "0" }, 20001, "Invalid value for 'Size'"],
    [{ To: "a", Size: "1e3" }, 20001, "Invalid value for 'Size'"],
    [{ To: "a", Muted: "yes" }, 20001, "Invalid value for 'Muted'"],
    [{ To: "a", Method: "PUT" }, 20001, "Invalid value for 'Method'"],
    [{ To: "a", Url: "javascript:alert(1)" }, 20001, "Invalid value for 'Url'"],
    [{ To: "a", Event: "start boom" }, 20001, "Invalid value for 'Event'"],
    [{ To: "a", Track: "" }, 20001, "Invalid value for 'Track'"],
    [{ To: "a", Track: ["both", "inbound"] }, 20001, "Invalid value for 'Track'"],
  ])("[XR8] names the invalid parameter: %o", (values, twilioCode, message) => {
    expect(() => read(values)).toThrow(
      expect.objectContaining({ twilioCode, message: expect.stringContaining(message) }),
    );
  });
});
