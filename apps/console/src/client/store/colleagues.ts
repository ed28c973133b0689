import * as z from "zod";

import { role } from "@linedesk/contract";

/** What the server signs of a member of the station's presence channel. */
const memberInfo = z.object({ name: z.string(), role });

/** Somebody else who has the station open. */
export interface Colleague extends z.output<typeof memberInfo> {
  user: string;
}

/** Those of the channel who are not me, by name. */
export function parseColleagues(
  members: readonly { id: string; info: unknown }[],
  me: string,
): Colleague[] {
  return members
    .flatMap(({ id, info }) => {
      const parsed = memberInfo.safeParse(info);
      return id === me || !parsed.success ? [] : [{ user: id, ...parsed.data }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
