interface Sound {
  url: string;
  volume: number;
  output: string;
  /** Receives true while the browser blocks sound before the first press, then false. */
  onBlocked?: (isBlocked: boolean) => void;
}

/** Plays one sound on one output; returns a function that stops it. */
export type PlaySound = (sound: Sound) => () => void;

/**
 * Plays the sound in a loop. A missing sound stays silent and is no error. A blocked sound starts
 * at the first press.
 */
export const playSound: PlaySound = ({ onBlocked = () => undefined, ...sound }) => {
  const { audio, start } = makePlayer(sound);
  audio.loop = true;
  const stopped = new AbortController();
  start().catch((error: unknown) => {
    if (stopped.signal.aborted || !(error instanceof DOMException) || !isBlocked(error)) {
      return;
    }
    onBlocked(true);
    stopped.signal.addEventListener("abort", () => onBlocked(false));
    onNextPress(() => {
      onBlocked(false);
      start().catch(() => undefined);
    }, stopped.signal);
  });
  return () => {
    stopped.abort();
    audio.pause();
  };
};

/** Plays the sound once; a blocked sound is skipped. */
export const playOnce: PlaySound = (sound) => {
  const { audio, start } = makePlayer(sound);
  start().catch(() => undefined);
  return () => audio.pause();
};

function makePlayer({ url, volume, output }: Sound) {
  const audio = new Audio(url);
  audio.volume = Math.min(1, Math.max(0, volume));
  async function start(): Promise<void> {
    if (output !== "default" && "setSinkId" in audio) {
      await audio.setSinkId(output);
    }
    await audio.play();
  }
  return { audio, start };
}

function isBlocked({ name }: DOMException): boolean {
  return name === "NotAllowedError" && !navigator.userActivation.hasBeenActive;
}

/** Runs once at the first press, except Esc, which the browser does not count as a press. */
function onNextPress(run: () => void, signal: AbortSignal): void {
  const pressed = new AbortController();
  function handle(): void {
    if (navigator.userActivation.hasBeenActive) {
      pressed.abort();
      run();
    }
  }
  const options = { capture: true, signal: AbortSignal.any([signal, pressed.signal]) };
  for (const event of ["pointerdown", "pointerup", "keydown"]) {
    document.addEventListener(event, handle, options);
  }
}
