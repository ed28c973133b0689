import type { Clock } from "@linedesk/base";

/** What the one account is called; kept in the state file. */
export interface AccountRecord {
  friendlyName: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface AccountApi {
  read(): AccountRecord;
  rename(friendlyName: string): AccountRecord;
}

export function newAccount(at: Date): AccountRecord {
  return { friendlyName: "Linedesk exchange", createdAt: at, updatedAt: at };
}

export function createAccountApi(
  record: AccountRecord,
  { clock, onChange }: { clock: Clock; onChange: () => void },
): AccountApi {
  return {
    read: () => ({ ...record }),
    rename(friendlyName) {
      Object.assign(record, { friendlyName, updatedAt: new Date(clock.now()) });
      onChange();
      return { ...record };
    },
  };
}
