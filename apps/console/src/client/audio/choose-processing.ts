import type { DeviceLine } from "@linedesk/contract";
import type { MicrophoneChoice } from "../../lib/browser-storage.ts";
import type { Processing } from "./processing.ts";

/**
 * Returns the processing of a line's microphone. By default a line that feeds the air gets no gain
 * control and no noise suppression, so that the public hears the voice unchanged. The echo is
 * cancelled unless the person wears headphones.
 */
export function chooseProcessing(
  choice: MicrophoneChoice,
  line: DeviceLine,
  feedsAir: boolean,
): Processing {
  const { gain, noise } = choice[line] ?? { gain: !feedsAir, noise: !feedsAir };
  return {
    autoGainControl: gain,
    noiseSuppression: noise,
    echoCancellation: choice.headphones !== true,
  };
}
