/** A number of the account with its settings. An empty text means that a setting is not set. */
export interface AccountNumber {
  sid: string;
  number: string;
  name: string;
  voiceUrl: string;
  fallbackUrl: string;
  statusUrl: string;
  voiceApplicationSid: string;
  trunkSid: string;
  /** Is true when a dialled call to this number stays in our exchange; `null` at other services. */
  dialledWithin: boolean | null;
}

export interface AccountApplication {
  sid: string;
  name: string;
  voiceUrl: string;
  fallbackUrl: string;
  statusUrl: string;
}

export interface AccountQueue {
  sid: string;
  name: string;
}

export interface NumberRequest {
  number: string;
  name: string;
  voiceUrl: string;
  /** The same document from another server, or by another path. */
  fallbackUrl: string;
  statusUrl: string;
  /** Is true for a number of the station. Calls to any other number leave through a carrier. */
  isOwn: boolean;
}

/** Reads and writes the numbers, applications and queues of the account. */
export interface AccountResources {
  listNumbers(): Promise<AccountNumber[]>;
  listApplications(): Promise<AccountApplication[]>;
  listQueues(): Promise<AccountQueue[]>;
  /** Returns the number as the account has it afterwards. Without `sid` the number is created. */
  writeNumber(sid: string | null, request: NumberRequest): Promise<AccountNumber>;
  /** Releases the number. Calls to it then leave through a carrier, like any other call. */
  releaseNumber(sid: string): Promise<void>;
  /** Returns the application's sid. */
  writeApplication(sid: string | null, made: Omit<AccountApplication, "sid">): Promise<string>;
  createQueue(name: string): Promise<string>;
}
