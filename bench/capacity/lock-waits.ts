import { Client } from "pg";

/** PostgreSQL logs each wait for a lock that is longer than this, when it has the lock. */
const LEAST_MS = 1;
const ACQUIRED = /process \d+ acquired (\w+) on (.+?) after ([\d.]+) ms/g;

interface LockWait {
  /** The kind of lock, such as "transaction", "advisory lock" or "tuple". */
  what: string;
  ms: number;
}

/** Reads the waits for locks out of PostgreSQL's log (`log_lock_waits`). */
export class LockWaits {
  readonly waits: LockWait[] = [];
  #isOn = false;
  #rest = "";

  readonly onLog = (text: string): void => {
    if (!this.#isOn) {
      return;
    }
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const [, , on = "", ms] of lines.join("\n").matchAll(ACQUIRED)) {
      this.waits.push({
        what:
          on
            .replace(/[\d[\],:()]+/g, "")
            .split(" of ")[0]
            ?.trim() ?? on,
        ms: Number(ms),
      });
    }
  };

  async start(adminUrl: string): Promise<void> {
    await run(adminUrl, [
      "alter system set log_lock_waits = on",
      `alter system set deadlock_timeout = '${LEAST_MS}ms'`,
      "select pg_reload_conf()",
    ]);
    this.#isOn = true;
  }

  async end(adminUrl: string): Promise<LockWait[]> {
    this.#isOn = false;
    await run(adminUrl, ["alter system reset all", "select pg_reload_conf()"]);
    return this.waits;
  }
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) {
    await client.query(statement);
  }
  await client.end();
}
