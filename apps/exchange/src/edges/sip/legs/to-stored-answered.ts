import type { StoredAnsweredLeg } from "../../../calls/legs/stored-leg.ts";
import type { DialogSession } from "../sessions/dialog-session.ts";
import type { MediaSession } from "../sessions/media-session.ts";

interface AnsweredLeg {
  id: string;
  session: DialogSession;
  media: MediaSession;
  inviteCSeq?: number | null;
  phone?: string | null;
}

export function toStoredAnswered({
  id,
  session,
  media,
  inviteCSeq = null,
  phone = null,
}: AnsweredLeg): StoredAnsweredLeg {
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
