import type Pusher from "pusher";
import * as z from "zod";

import { userChannel } from "@linedesk/contract";

const occupied = z.object({ channels: z.record(z.string(), z.unknown()) });

/** People who have a console open: each follows the channel of its own. Throws when unknown. */
export async function readPresentUsers(pusher: Pusher): Promise<ReadonlySet<string>> {
  const prefix = userChannel("");
  const answer = await pusher.get({ path: "/channels", params: { filter_by_prefix: prefix } });
  if (!answer.ok) {
    throw new Error(`The realtime service does not say who is there: ${answer.status}`);
  }
  const { channels } = occupied.parse(await answer.json());
  return new Set(Object.keys(channels).map((name) => name.slice(prefix.length)));
}
