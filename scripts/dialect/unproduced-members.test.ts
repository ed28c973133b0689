import { expect, test } from "vitest";

import { findUnproducedMembers } from "./unproduced-members.ts";

const UNION = `
  interface Muted { type: "muted"; by: string }
  export type CallEvent = { type: "started" } | { type: "ended"; at: number } | Muted;
`;

function messagesOf(...files: [path: string, text: string][]): string[] {
  return findUnproducedMembers(
    [["apps/x/src/call-event.ts", UNION] as const, ...files].map(([path, text]) => ({
      path,
      text,
    })),
    new Set(["DS12"]),
  ).map(({ message }) => message.split(":")[0] ?? "");
}

test("a member that nothing produces is refused, also when tests produce it", () => {
  expect(
    messagesOf(
      ["apps/x/src/a.ts", `emit({ type: "started" }); if (event.type === "ended") { stop(); }`],
      ["apps/x/src/a.test.ts", `emit({ type: "ended" }); emit({ type: "muted" });`],
      ["apps/other/src/b.ts", `emit({ type: "ended" });`],
    ),
  ).toEqual(['Nothing produces "ended" of CallEvent', 'Nothing produces "muted" of CallEvent']);
});

test("an object, a choice of two and a call produce a member, a package for every app", () => {
  expect(
    messagesOf(
      ["apps/x/src/a.ts", `emit({ type: isNew ? "started" : "ended" });`],
      ["packages/hub/src/b.ts", `emit("muted");`],
    ),
  ).toEqual([]);
});

test("a member that cites a planned rule beside it is accepted until the rule is proven", () => {
  const text = `
    export type DeskEvent =
      | { type: "verified" } // planned: [DS12]
      | { type: "offered" } // planned: [DS12], [DS17]
      | { type: "undone" }; // planned
  `;

  const breaches = findUnproducedMembers(
    [{ path: "apps/x/src/desk-event.ts", text }],
    new Set(["DS12"]),
  );

  expect(breaches.map(({ message }) => message)).toEqual([
    'Nothing produces "offered" of DeskEvent: DS12, DS17 is not planned (any more), so take the member out.',
    'Nothing produces "undone" of DeskEvent: take the member out.',
  ]);
});
