import type { ReactElement } from "react";

import { SettingsCard } from "../src/features/settings/SettingsCard.tsx";
import { ShortcutSettings } from "../src/features/settings/ShortcutSettings.tsx";
import { uuid } from "./a-call.ts";
import { aSettings, aSound, aStation } from "./station-views.ts";

function nothing() {
  return undefined;
}

const cards: Record<string, ReactElement> = {
  settings: (
    <SettingsCard
      sound={aSound()}
      settings={aSettings()}
      notifications={{ permission: "granted", allow: null }}
      stations={aStation().stations.slice(0, 1)}
      microphone={{
        headphones: false,
        setHeadphones: nothing,
        lines: [
          { line: "line1", gain: true, noise: true, set: nothing },
          { line: "line2", gain: false, noise: false, set: nothing },
        ],
      }}
    />
  ),
  "settings-stations": (
    <SettingsCard
      sound={aSound()}
      settings={aSettings({
        callerCount: 7,
        stations: { callStations: [uuid(700)] },
        chatCleared: { [uuid(701)]: "2026-03-01T23:42:07.000Z" },
      })}
      notifications={{ permission: "granted", allow: null }}
      stations={aStation().stations}
    />
  ),
  "settings-lines": (
    <SettingsCard
      sound={aSound()}
      settings={aSettings()}
      notifications={{ permission: "granted", allow: null }}
      stations={[]}
      devices={{
        servers: [{ id: uuid(801), name: "Studio B" }],
        presets: [],
        preset: null,
        chosen: { line1: uuid(801), line2: null },
        choose: { line1: null, line2: nothing },
        choosePreset: null,
      }}
    />
  ),
  "settings-no-microphone": (
    <SettingsCard
      sound={aSound({ microphone: "denied", askMicrophone: nothing })}
      settings={aSettings()}
      notifications={{ permission: "default", allow: nothing }}
      stations={[]}
    />
  ),
};

const chosenKeys = { "line.hold": "F7", "panel.dial": "Alt+9", "queue.move": "" };

const keys: Record<string, ReactElement> = {
  "settings-keys": (
    <section aria-label="Keys">
      <h2>Settings</h2>
      <h3>Keys</h3>
      <ShortcutSettings settings={aSettings({ shortcuts: chosenKeys })} isOpenAtFirst />
    </section>
  ),
};

/** The card of the settings in every state, by the scene's id. */
export const settingsStates: Record<string, ReactElement> = { ...cards, ...keys };
