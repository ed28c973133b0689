import { expect, test } from "vitest";

import { HOT_USES, MOST_NAMES, StatementNames } from "./statement-names.ts";

const HOT = 'select "name" from "station" where "id" = $1';

function useOften(names: StatementNames, text: string): string | null {
  for (let uses = 1; uses < HOT_USES; uses += 1) {
    expect(names.take(text)).toBeNull();
  }
  return names.take(text);
}

test("a statement that is sent often gets a name, which stays the same", () => {
  const names = new StatementNames();

  const name = useOften(names, HOT);

  expect(name).toMatch(/^linedesk_[0-9a-f]{24}_0$/);
  expect(names.take(HOT)).toBe(name);
});

test("a refused name is replaced once, however many connections report it", () => {
  const names = new StatementNames();
  const old = useOften(names, HOT) ?? "";

  names.renew(HOT, old);
  const renewed = names.take(HOT);
  names.renew(HOT, old);

  expect(renewed).not.toBe(old);
  expect(names.take(HOT)).toBe(renewed);
});

test.each([
  'select "id" from "call" order by "arrived_at" limit $1',
  'select "id" from "caller" where "name" like $1',
  'select "id" from "call" where "id" = any($1::uuid[])',
  'select "id" from "call" where "id" in ($1, $2)',
  'insert into "tag" ("id", "name") values ($1, $2), ($3, $4)',
  'select * from "station" where "id" = $1',
  'select "c".* from "call" as "c" where "id" = $1',
  'insert into "station" ("id") values ($1) returning *',
  "set lock_timeout = $1",
])("a plan that depends on its values gets no name: %s", (text) => {
  expect(useOften(new StatementNames(), text)).toBeNull();
});

test("a connection stores a limited number of plans", () => {
  const names = new StatementNames();

  const given = Array.from({ length: MOST_NAMES + 1 }, (_, at) =>
    useOften(names, `${HOT} --${at}`),
  );

  expect(given.filter((name) => name !== null)).toHaveLength(MOST_NAMES);
});
