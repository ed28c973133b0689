import { useEffect, useRef, useState } from "react";

/** Plays a sound once. `stop` stops it, and so does unmounting. */
export function usePreview(): {
  playing: boolean;
  play: (address: string) => void;
  stop: () => void;
} {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState(false);
  function stop() {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  }
  useEffect(() => () => audio.current?.pause(), []);
  return {
    playing,
    stop,
    play: (address) => {
      stop();
      const element = new Audio(address);
      element.addEventListener("ended", stop);
      audio.current = element;
      setPlaying(true);
      element.play().catch(stop);
    },
  };
}
