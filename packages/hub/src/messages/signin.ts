import { z } from "zod";

import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import { pusherErrors, WATCHLIST_LIMIT_EXCEEDED } from "../protocol/codes.ts";
import { messageData, parseJson, type ClientFrame } from "../protocol/frame.ts";
import { isAuthFor } from "../protocol/sign.ts";

const signin = z.object({ auth: z.string(), user_data: z.string() });
const userData = z.object({
  id: z.string().min(1),
  user_info: z.unknown().optional(),
  watchlist: z.array(z.string()).default([]),
});

/** Handles `pusher:signin {auth, user_data}`, whose data the application's server has signed. */
export function handleSignin(app: HubApp, connection: Connection, frame: ClientFrame): void {
  const parsed = signin.safeParse(messageData(frame));
  if (!parsed.success) {
    return connection.refuseFrame("pusher:signin needs auth and user_data");
  }
  const { auth, user_data: text } = parsed.data;
  if (!isAuthFor(app.access.keys, auth, `${connection.socketId}::user::${text}`)) {
    return connection.closeWith(pusherErrors.unauthorised);
  }
  const user = userData.safeParse(parseJson(text));
  if (!user.success || user.data.id.length > app.limits.userIdLength) {
    return connection.closeWith(pusherErrors.unauthorised);
  }
  if (user.data.watchlist.length > app.limits.watchlistUsers) {
    const message = `A watchlist may have at most ${app.limits.watchlistUsers} users`;
    return connection.sendError(message, WATCHLIST_LIMIT_EXCEEDED);
  }
  if (connection.user !== null && connection.user.id !== user.data.id) {
    return connection.sendError("This connection is already signed in as another user");
  }
  app.users.signOut(connection);
  const { id, watchlist, user_info: info } = user.data;
  app.users.signIn(connection, { id, watchlist, info });
  connection.noteEvent();
  connection.send({
    event: "pusher:signin_success",
    data: JSON.stringify({ user_data: text }),
  });
  app.users.sendWatchlist(connection);
}
