import type { VoiceSettings } from "../numbers/number-book.ts";

/** A TwiML application; kept in the state file. */
export interface ApplicationRecord extends VoiceSettings {
  sid: string;
  accountSid: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface ApplicationBook {
  /** `sid` lets a configuration name it; throws RefusedError when that is taken or malformed. */
  create(request: Partial<VoiceSettings> & { sid?: string }): ApplicationRecord;
  find(sid: string): ApplicationRecord | null;
  list(filter?: { friendlyName?: string }): ApplicationRecord[];
  update(sid: string, change: Partial<VoiceSettings>): ApplicationRecord;
  remove(sid: string): boolean;
}
