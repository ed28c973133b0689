import type { Clock } from "@linedesk/base";
import type { DeviceOptions } from "../config/config-shape.ts";
import { openAes67 } from "../devices/aes67/open-aes67.ts";
import { openAlsa } from "../devices/alsa/open-alsa.ts";
import { openJack } from "../devices/jack/open-jack.ts";
import { openCardless } from "../devices/open-cardless.ts";
import type { OpenDevice } from "../devices/sound-device.ts";

export function chooseDevice(options: DeviceOptions, line: string, clock: Clock): OpenDevice {
  switch (options.type) {
    case "null":
    case "tone":
    case "file":
      return openCardless(options, clock);
    case "jack":
      return openJack(options, line, clock);
    case "alsa":
      return openAlsa(options, clock);
    case "aes67":
      return openAes67(options, line, clock);
  }
}
