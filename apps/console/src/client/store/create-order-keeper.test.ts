import fc from "fast-check";
import { expect, test } from "vitest";

import { type Call, compareInQueue, toOrdered } from "@linedesk/contract";
import { aCall } from "../../testing/a-call.ts";
import { createOrderKeeper } from "./create-order-keeper.ts";

const people = Array.from({ length: 12 }, (_, number) => aCall(number));

function inOrder(byId: Readonly<Record<string, Call>>): Call[] {
  return Object.values(byId).toSorted((a, b) => compareInQueue(toOrdered(a), toOrdered(b)));
}

/** A call is added, changed or removed. A removed call can return unchanged. */
const aChange = fc.record({
  who: fc.nat(people.length - 1),
  what: fc.constantFrom("comes", "goes", "pinned", "next"),
  position: fc.option(fc.integer({ min: 1, max: 5 })),
});

test("[QU1] calls that are added, changed and removed one by one are in the one order, as if all calls were sorted together", () => {
  fc.assert(
    fc.property(fc.array(fc.array(aChange, { maxLength: 4 }), { maxLength: 20 }), (steps) => {
      const keepOrder = createOrderKeeper();
      let byId: Readonly<Record<string, Call>> = {};
      for (const changes of steps) {
        const next = { ...byId };
        for (const { who, what, position } of changes) {
          const call = people[who] ?? aCall(0);
          const marks = { ...call.marks, pinned: what === "pinned", next: what === "next" };
          next[call.id] = what === "comes" ? call : { ...call, marks, position };
          if (what === "goes") {
            delete next[call.id];
          }
        }
        byId = next;
        expect(keepOrder(byId)).toEqual(inOrder(byId));
      }
    }),
  );
});
