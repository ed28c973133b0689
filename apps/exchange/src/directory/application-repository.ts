import type { VoiceSettings } from "./number-repository.ts";

export type ApplicationSettings = VoiceSettings;

export interface ApplicationRecord extends VoiceSettings {
  sid: string;
  accountSid: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ApplicationRepository {
  /** A configuration may choose the `sid`. Throws RefusedError when it is taken or malformed. */
  create(request: Partial<ApplicationSettings> & { sid?: string }): ApplicationRecord;
  find(sid: string): ApplicationRecord | null;
  list(filter?: { friendlyName?: string }): ApplicationRecord[];
  /** Returns false for an unknown application. */
  remove(sid: string): boolean;
  update(sid: string, change: Partial<ApplicationSettings>): ApplicationRecord;
}
