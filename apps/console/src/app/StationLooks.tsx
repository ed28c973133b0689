import { NowPlayingNote } from "../features/playing/NowPlayingNote.tsx";
import { playingMessages } from "../features/playing/playing-messages.ts";
import { StationMark } from "../features/playing/StationMark.tsx";
import { useNowPlaying, useStationLook } from "../features/playing/use-station-look.ts";
import { LazyWords } from "../ui/LazyWords.tsx";

const words = { playing: playingMessages };

/** What plays now, at the top of every desk [AD78]. */
export function StationPlaying() {
  const playing = useNowPlaying();
  return (
    <LazyWords words={words}>
      <NowPlayingNote playing={playing} />
    </LazyWords>
  );
}

/** The open station's own logo or colour. */
export function OwnMark() {
  return <StationMark look={useStationLook()} />;
}
