import { NowPlayingNote } from "../features/playing/NowPlayingNote.tsx";
import { playingMessages } from "../features/playing/playing-messages.ts";
import { StationMark } from "../features/playing/StationMark.tsx";
import { useNowPlaying, useStationLook } from "../features/playing/use-station-look.ts";
import { LazyWords } from "../ui/LazyWords.tsx";

const words = { playing: playingMessages };

/** What plays now, at the top of every desk [AD78]. */
function Playing() {
  const playing = useNowPlaying();
  return (
    <LazyWords words={words}>
      <NowPlayingNote playing={playing} />
    </LazyWords>
  );
}

/** The open station's own logo or colour [AD94]. */
function OwnMark() {
  return <StationMark look={useStationLook()} />;
}

/** What of a desk's top comes after the first paint. */
export function StationLooks({ part }: { part: "mark" | "playing" }) {
  return part === "mark" ? <OwnMark /> : <Playing />;
}
