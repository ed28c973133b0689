import type { Peer } from "./peer.ts";

interface Named {
  id: string;
  name: string;
}

/** The id of the one of that name: an audio server stays, revoked, where an attack was before. */
export async function findOrAdd(
  owner: Peer,
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
    throw new Error(`${list} could not be made: ${JSON.stringify(made)}`);
  }
  return thing.id;
}
