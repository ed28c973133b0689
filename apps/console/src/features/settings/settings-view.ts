import type { SettingChange, UserSettings } from "@linedesk/contract";

/** `useSettings()`: mine, kept on the server; a change shows at once. */
export interface SettingsView {
  settings: UserSettings;
  change: (change: SettingChange) => void;
}
