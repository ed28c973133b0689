import { CookieClient } from "./cookie-client.ts";

/** The five demonstration people, by role. */
const people = {
  owner: "Alice",
  screener: "Bob",
  presenter: "Carla",
  producer: "Dan",
  admin: "Erin",
} as const;
type RoleName = keyof typeof people;

/** A running station under attack, with a client for each account. */
export interface Target {
  origin: string;
  anonymous: CookieClient;
  as: Record<RoleName, CookieClient>;
  /** The user id of each role. */
  users: Record<RoleName, string>;
  /** Two stations. The attacker belongs to the first. */
  stations: [string, string];
}

/** Signs in all demonstration people. Throws an error if the station does not have them. */
export async function openTarget(origin: string): Promise<Target> {
  const as = {} as Target["as"];
  const users = {} as Target["users"];
  for (const [role, name] of Object.entries(people) as [RoleName, string][]) {
    const http = new CookieClient(origin);
    await http.signIn(name);
    const { user } = (await http.read("/auth/session")) as { user?: { id: string } };
    if (user === undefined) {
      throw new Error(`${name} cannot sign in at ${origin}. Attack a station that npm start runs.`);
    }
    as[role] = http;
    users[role] = user.id;
  }
  const { items } = (await as.owner.read("/station")) as { items: { id: string }[] };
  const [first, second] = items.map(({ id }) => id);
  if (first === undefined || second === undefined) {
    throw new Error("There are fewer than two stations. Attack a server with DEMO_DATA.");
  }
  return { origin, anonymous: new CookieClient(origin), as, users, stations: [first, second] };
}
