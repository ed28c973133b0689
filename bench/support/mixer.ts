import { type MediaPort, startMedia } from "@linedesk/media";
import { payloadTypes, type ToneCodec } from "./tone-packets.ts";

export interface Joined {
  leg: string;
  room: string;
  /** The port on 127.0.0.1 on which the leg's phone listens. */
  port: number;
}

/** Mixes plain RTP legs in rooms. */
export interface Mixer {
  /** Resolves to the address to which the leg sends its packets. */
  join(leg: Joined): Promise<{ address: string; port: number }>;
  leave(leg: string): void;
  /** Returns the processor time used so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** Puts a leg whose media is connected into its room. */
type Enter = (media: MediaPort, joined: Joined) => void;

/** Opens the exchange's media in this process, which must do no other work meanwhile. */
export async function openExchangeMixer({
  enter = (media, { leg, room }) => media.joinRoom(leg, room, { muted: false, hold: false }),
  codec = "PCMU",
}: { enter?: Enter; codec?: ToneCodec } = {}): Promise<Mixer> {
  const media = await startMedia({ isAllowedUrl: () => false });
  return {
    async join(joined) {
      const { leg, port } = joined;
      const far = await media.openRtp(leg);
      await media.connectRtp(leg, {
        address: "127.0.0.1",
        port,
        codec,
        payloadType: payloadTypes[codec],
        telephoneEvent: 101,
      });
      enter(media, joined);
      return far;
    },
    leave: (leg) => media.closeLeg(leg),
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: () => media.close(),
  };
}
