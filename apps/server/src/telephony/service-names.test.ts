import { expect, test } from "vitest";

import { parseRoomName, ServiceNames } from "./service-names.ts";

const call = "01a22c22-f431-7f29-9717-a398c031222a";

test("[CA59] at a shared service each name contains the installation's id, and a name with another id is not ours", () => {
  const ours = new ServiceNames("0badcafe");
  const theirs = new ServiceNames("12345678");
  expect(ours.room(call)).toBe(`call:${call}@0badcafe`);
  expect(parseRoomName(ours.room(call))).toBe(call);
  expect(ours.isOwn(ours.queue("s1"))).toBe(true);
  expect(ours.isOwn(theirs.room(call))).toBe(false);
  expect(ours.isOwn(`call:${call}`)).toBe(false);
  expect(ours.application("application.operators")).toBe("linedesk 0badcafe application.operators");
});

test("[CA59] an application of another installation is refused, and an application without an id is accepted", () => {
  const ours = new ServiceNames("0badcafe");
  const name = new ServiceNames("12345678").application("application.operators");
  expect(() => ours.assertOwn({ sid: "AP1", name })).toThrow(
    "The application AP1 belongs to another installation of Linedesk (12345678).",
  );
  expect(() => ours.assertOwn({ sid: "AP1", name: "linedesk application.phone" })).not.toThrow();
  expect(() => ours.assertOwn({ sid: "AP1", name: "Our switchboard" })).not.toThrow();
});

test("at our own exchange the names are plain", () => {
  const plain = new ServiceNames(null);
  expect(plain.room(call)).toBe(`call:${call}`);
  expect(plain.sharedRoom("c1")).toBe("conference:c1");
  expect(plain.queue("s1")).toBe("station:s1");
  expect(plain.isOwn(`call:${call}`)).toBe(true);
  expect(plain.application("application.phone")).toBe("linedesk application.phone");
});
