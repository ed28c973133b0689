import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";

interface PrivateLineOptions {
  softphones: Record<DeviceLine, Softphone>;
  callOn: (line: DeviceLine) => string | null;
  isOnAir: (line: DeviceLine) => boolean;
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

/**
 * Mutes a line that connects off air while the same microphone is on air on the other line, so that
 * the private caller and the listeners do not hear the same words. The person can unmute it.
 */
export class PrivateLine {
  readonly #options: PrivateLineOptions;
  #muted: { line: DeviceLine; call: string } | null = null;

  constructor(options: PrivateLineOptions) {
    this.#options = options;
  }

  begin(line: DeviceLine, call: string): void {
    const { softphones } = this.#options;
    // An audio server has a microphone of its own.
    const isShared = !softphones[line].isRemote && !softphones[otherOf[line]].isRemote;
    if (isShared && !softphones[line].isMuted) {
      this.#muted = { line, call };
      softphones[line].mute(true);
    }
  }

  /**
   * Unmutes the line when the other line goes off air, unless the person has unmuted it already.
   */
  check(): void {
    const { softphones, isOnAir } = this.#options;
    if (this.#muted === null) {
      return;
    }
    const { line } = this.#muted;
    const call = this.#findCarried(line);
    const isSame =
      call === this.#muted.call || this.#findCarried(otherOf[line]) === this.#muted.call;
    const isStillMuted = call !== null && isSame && softphones[line].isMuted;
    if (isStillMuted && isOnAir(otherOf[line])) {
      // After a swap the line has the other call, and its microphone is still muted.
      this.#muted = { line, call };
      return;
    }
    this.#muted = null;
    if (isStillMuted) {
      softphones[line].mute(false);
    }
  }

  /** Returns the call of the line, even while its caller is on hold. */
  #findCarried(line: DeviceLine): string | null {
    const { softphones, callOn } = this.#options;
    return softphones[line].leg?.callId ?? callOn(line);
  }
}
