import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

import { openLevelMeter, playTestTone } from "../../client/audio/level-meter.ts";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { useConsole, useRootState, useOpenStation } from "../../client/ConsoleProvider.tsx";

type Kind = "input" | "output" | "ringer";

export function useSound(): SoundView {
  const context = useConsole();
  const station = useOpenStation()?.id ?? "";
  const microphone = useRootState((state) => state.desk.microphone);
  const level = useRef<() => number>(() => 0);
  const { audioDevices, storage } = context.page;
  const inputs = useSyncExternalStore(audioDevices.onChange, () => audioDevices.inputs);
  const outputs = useSyncExternalStore(audioDevices.onChange, () => audioDevices.outputs);
  const input = useSyncExternalStore(storage.onChange, () => storage.inputDevice(station));
  const output = useSyncExternalStore(storage.onChange, () => storage.outputDevice(station));
  const ringer = useSyncExternalStore(storage.onChange, () => storage.ringerDevice(station));
  useEffect(() => {
    void context.page.audioDevices.refresh();
  }, [context, microphone]);

  return useMemo((): SoundView => {
    function choice(kind: Kind, id: string, devices: SoundChoice["devices"]): SoundChoice {
      return {
        devices,
        chosen: id === "default" ? null : id,
        choose: (device) => context.life.chooseDevice(station, kind, device ?? "default"),
        test: kind === "input" ? null : () => void playTestTone(id),
      };
    }
    return {
      microphone,
      askMicrophone:
        microphone === "granted" ? null : () => void context.page.microphone.requestAccess(),
      input: choice("input", input, inputs),
      output: choice("output", output, outputs),
      ringer: choice("ringer", ringer, outputs),
      openMeter: () => {
        const meter = openLevelMeter(input);
        level.current = meter.read;
        return () => {
          level.current = () => 0;
          meter.close();
        };
      },
      readLevel: () => level.current(),
    };
  }, [context, station, microphone, inputs, outputs, input, output, ringer]);
}

export interface SoundChoice {
  devices: { id: string; label: string }[];
  /** The chosen device; `null` is the system's default. */
  chosen: string | null;
  choose: (id: string | null) => void;
  /** Plays a short tone on the device; `null` when no sound can be played. */
  test: (() => void) | null;
}

/** `useSound()`: the microphone, speaker and ringer of this browser. */
export interface SoundView {
  microphone: MicrophoneState;
  /** Lets the browser ask for access, or checks the access again; `null` when it is granted. */
  askMicrophone: (() => void) | null;
  input: SoundChoice;
  output: SoundChoice;
  ringer: SoundChoice;
  /** Opens the microphone for the meter of the settings; returns a function that closes it. */
  openMeter: () => () => void;
  /** Returns the level from 0 to 1, which is read every 50 ms. */
  readLevel: () => number;
}
