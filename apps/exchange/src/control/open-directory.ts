import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";
import type { QueuesOptions } from "../calls/queues/queues.ts";
import type { ApplicationRepository } from "../directory/application-repository.ts";
import {
  createApiKeyRepository,
  type ApiKeyRepository,
} from "../directory/create-api-key-repository.ts";
import { createApplicationRepository } from "../directory/create-application-repository.ts";
import {
  createCallerIdRepository,
  createNumberRepository,
} from "../directory/create-number-repository.ts";
import type { CallerIdRepository, NumberRepository } from "../directory/number-repository.ts";
import { StateFile, type AccountRecord } from "../directory/state-file.ts";

interface DirectoryOptions {
  accountSid: string;
  dataFolder: string | null;
  clock: Clock;
  logger: Logger;
}

export interface Directory {
  file: StateFile;
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
  applications: ApplicationRepository;
  keys: ApiKeyRepository;
  account: AccountRecord;
  queues: Pick<QueuesOptions, "stored" | "onChange">;
}

export function openDirectory(options: DirectoryOptions): Directory {
  const { accountSid, dataFolder, clock, logger } = options;
  const file = new StateFile(dataFolder, logger);
  const state = file.read();
  // The file is saved immediately, so that it stores the creation date of the account.
  file.save(state);
  const rows = { accountSid, clock, onChange: () => file.save(state) };
  return {
    file,
    numbers: createNumberRepository({ ...rows, rows: state.numbers }),
    callerIds: createCallerIdRepository({ ...rows, rows: state.callerIds }),
    applications: createApplicationRepository({ ...rows, rows: state.applications }),
    keys: createApiKeyRepository({ ...rows, rows: state.keys }),
    account: state.account,
    queues: {
      stored: state.queues,
      onChange: (queues) => file.save(Object.assign(state, { queues })),
    },
  };
}
