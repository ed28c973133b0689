import type { CookieClient } from "./cookie-client.ts";

interface Named {
  id: string;
  name: string;
}

/**
 * Returns the id of the object with the name of `body`, and adds the object if it is missing. An
 * earlier attack may have left a revoked audio server.
 */
export async function findOrAdd(
  owner: CookieClient,
  list: string,
  body: { name: string },
): Promise<string> {
  const { items = [] } = (await owner.read(list)) as { items?: Named[] };
  const found = items.find(({ name }) => name === body.name);
  if (found !== undefined) {
    return found.id;
  }
  const made = Object.values(await owner.read(list, { json: body })) as (Named | string)[];
  const thing = made.find((value) => typeof value === "object" && value.name === body.name);
  if (typeof thing !== "object") {
    throw new Error(`The object at ${list} could not be added: ${JSON.stringify(made)}`);
  }
  return thing.id;
}
