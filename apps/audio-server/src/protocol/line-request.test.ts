import { expect, test } from "vitest";

import { parseRequest } from "./line-request.ts";

const id = "0192f6a0-0000-7000-8000-0000000000a1";
const none = { callSid: null, number: null, type: null, profile: null };

test.each([[null], [undefined], [{}], [none], [{ ...none, extra: 1 }]])(
  "[AS126] client-as-accept is accepted with any value of its field `ongoing`: %j",
  (ongoing) => {
    const target = { type: "accept", call: id };
    expect(parseRequest("client-as-accept", { selCall: id, ongoing, more: "x" })).toMatchObject({
      type: "connect",
      right: { type: "target", target },
    });
  },
);

test("[AS126] fields without values count as absent", () => {
  const nobody = { station: null, dialer: null, profile: null };

  expect(parseRequest("client-as-outbound", { To: "+61255500102", ...nobody })).toMatchObject({
    flavour: "outbound",
    dialer: null,
    right: {
      target: { type: "outbound", to: "+61255500102", profile: null },
      station: undefined,
    },
  });
  expect(
    parseRequest("client-as-conference", { To: null, ...nobody, conference: id }),
  ).toMatchObject({ right: { target: { type: "conference", conference: id } } });
  expect(parseRequest("client-as-outbound", { To: null, ...nobody })).toMatchObject({
    type: "malformed",
  });
});
