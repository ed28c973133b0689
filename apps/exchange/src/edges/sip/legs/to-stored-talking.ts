import type { StoredTalkingLeg } from "../../../calls/legs/stored-leg.ts";
import type { DialogSession } from "../sessions/dialog-session.ts";
import type { MediaSession } from "../sessions/media-session.ts";

interface TalkingLeg {
  id: string;
  session: DialogSession;
  media: MediaSession;
  inviteCSeq?: number | null;
  phone?: string | null;
}

export function toStoredTalking({
  id,
  session,
  media,
  inviteCSeq = null,
  phone = null,
}: TalkingLeg): StoredTalkingLeg {
  return {
    status: "talking",
    id,
    dialog: { ...session.dialog },
    session: session.toStored(),
    inviteCSeq,
    phone,
    media: media.toStored(),
  };
}
