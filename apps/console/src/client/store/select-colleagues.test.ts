import { expect, test } from "vitest";

import { sessionChanged } from "./desk-slice.ts";
import { membersChanged } from "./seats-slice.ts";
import { selectColleagues } from "./select-colleagues.ts";
import { createStore } from "./store.ts";

test("[LN23] colleagues are the others who have the station open, by name", () => {
  const store = createStore();
  const dan = { user: "d", name: "Dan", role: "screener" } as const;
  const bob = { user: "b", name: "Bob", role: "presenter" } as const;
  store.dispatch(
    sessionChanged({
      status: "authenticated",
      user: { id: "me", name: "Alice", email: null },
      expires: "2036-01-01T00:00:00Z",
    }),
  );
  store.dispatch(membersChanged([{ user: "me", name: "Alice", role: "producer" }, dan, bob]));

  expect(selectColleagues(store.getState())).toEqual([bob, dan]);
});
