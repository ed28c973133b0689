import { expect, test } from "vitest";

import { STATION_ID } from "../../testing/a-call.ts";
import { stationOpened } from "./calls-slice.ts";
import { sessionChanged, stationsLoaded } from "./desk-slice.ts";
import { membersChanged } from "./seats-slice.ts";
import { selectColleagues, selectRecipientsAt } from "./select-colleagues.ts";
import { createStore } from "./store.ts";

test("[LN23] colleagues are the other people who have the station open, by name", () => {
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

test("[LN23] a call of another watched station cannot be offered to people of the open one", () => {
  const store = createStore();
  const other = "0190a000-0000-7000-8000-000000000033";
  const bob = { user: "b", name: "Bob", role: "presenter" } as const;
  store.dispatch(
    stationsLoaded([
      { id: STATION_ID, callSign: "2ZZ", name: "Sydney", role: "presenter" },
      { id: other, callSign: "3YY", name: "Melbourne", role: "presenter" },
    ]),
  );
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(membersChanged([bob]));
  function recipientsAt(station: string) {
    return selectRecipientsAt(store.getState())(station);
  }

  expect(recipientsAt(STATION_ID)).toEqual({ colleagues: [bob], elsewhere: null });
  expect(recipientsAt(other)).toEqual({ colleagues: [], elsewhere: "3YY" });
});
