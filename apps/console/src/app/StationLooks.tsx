import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { useContestWinner } from "../client/use-contest-winner.ts";
import { useRunningContest } from "../client/use-running-contest.ts";
import { contestNoteMessages } from "../features/contest/contest-note-messages.ts";
import { ContestNote } from "../features/contest/ContestNote.tsx";
import { NowPlayingNote } from "../features/playing/NowPlayingNote.tsx";
import { playingMessages } from "../features/playing/playing-messages.ts";
import { StationMark, useNowPlaying, useStationLook } from "../features/playing/StationMark.tsx";
import { HELP_COMMAND } from "../features/shortcuts/help-command.ts";
import { UpdatePill } from "../features/upkeep/UpdatePill.tsx";
import { upkeepMessages } from "../features/upkeep/upkeep-messages.ts";
import { useIsOnCall, useIsUpdateReady } from "../features/upkeep/use-is-update-ready.ts";
import { useReloadWhenIdle } from "../features/upkeep/use-reload-when-idle.ts";
import type { Command } from "../ui/keys/command.ts";
import { useCommands } from "../ui/keys/KeyboardProvider.tsx";
import { LazyWords } from "../ui/LazyWords.tsx";
import { useOpenContest } from "./use-open-contest.ts";

const contestWords = { contestNote: contestNoteMessages };
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

function RunningContest() {
  const { contest } = useRunningContest();
  const { name } = useContestWinner(contest);
  const open = useOpenContest();
  return (
    <LazyWords words={contestWords}>
      <ContestNote contest={contest} winner={name} open={open} />
    </LazyWords>
  );
}

function OwnMark() {
  return <StationMark look={useStationLook()} />;
}

function reloadPage(): void {
  window.location.reload();
}

function Update() {
  useHelpCommand();
  const isReady = useIsUpdateReady();
  const onCall = useIsOnCall();
  useReloadWhenIdle(isReady && !onCall, reloadPage);
  return isReady ? (
    <LazyWords words={upkeepWords}>
      <UpdatePill onCall={onCall} reload={reloadPage} />
    </LazyWords>
  ) : null;
}

/** Adds the command that opens the manual. */
function useHelpCommand(): void {
  const t = useTranslations("user");
  const navigate = useNavigate();
  const commands = useMemo(
    (): Command[] => [
      {
        id: HELP_COMMAND,
        scope: "page",
        group: "panels",
        keys: [],
        keyLabel: "",
        label: t("help"),
        run: () => void navigate({ to: "/help/$", params: { _splat: "" } }),
      },
    ],
    [t, navigate],
  );
  useCommands(commands);
}

const parts = { mark: OwnMark, playing: Playing, update: Update, contest: RunningContest };

export function StationLooks({ part }: { part: keyof typeof parts }) {
  const Part = parts[part];
  return <Part />;
}
