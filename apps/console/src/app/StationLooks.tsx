import { NowPlayingNote } from "../features/playing/NowPlayingNote.tsx";
import { playingMessages } from "../features/playing/playing-messages.ts";
import { StationMark, useNowPlaying, useStationLook } from "../features/playing/StationMark.tsx";
import { UpdatePill } from "../features/upkeep/UpdatePill.tsx";
import { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { useIsOnCall, useIsUpdateReady } from "../features/upkeep/use-is-update-ready.ts";
import { LazyWords } from "../ui/LazyWords.tsx";

const words = { playing: playingMessages };
const upkeepWords = { upkeep: upkeepMessages };

function Playing() {
  const playing = useNowPlaying();
  return (
    <LazyWords words={words}>
      <NowPlayingNote playing={playing} />
    </LazyWords>
  );
}

function OwnMark() {
  return <StationMark look={useStationLook()} />;
}

function Update() {
  const isReady = useIsUpdateReady();
  const onCall = useIsOnCall();
  return isReady ? (
    <LazyWords words={upkeepWords}>
      <UpdatePill onCall={onCall} reload={() => window.location.reload()} />
    </LazyWords>
  ) : null;
}

const parts = { mark: OwnMark, playing: Playing, update: Update };

export function StationLooks({ part }: { part: keyof typeof parts }) {
  const Part = parts[part];
  return <Part />;
}
