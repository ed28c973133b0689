import { spawn, type ChildProcess } from "node:child_process";

import { nodeArguments } from "@linedesk/testkit";

export const accountSid = `AC${"1".repeat(32)}`;
export const authToken = "the-token-of-the-account";

interface AccountOptions {
  port: number;
  /** The port on which listeners call the account; 0 when nobody calls. */
  sipPort: number;
  dataDir: string;
  /** Node's arguments that run another build of the exchange. */
  program?: readonly string[];
  account?: { accountSid: string; authToken: string; apiKey: string; apiSecret: string };
}

const ownAccount = {
  accountSid,
  authToken,
  apiKey: `SK${"2".repeat(32)}`,
  apiSecret: "the-secret-of-the-first-key",
};

/** Starts Linedesk's exchange as a Twilio account, because it speaks Twilio's API. */
export async function startAccount({
  port,
  sipPort,
  dataDir,
  program = nodeArguments("exchange"),
  account = ownAccount,
}: AccountOptions): Promise<ChildProcess> {
  const started = spawn(process.execPath, program, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      LINEDESK_DATA: dataDir,
      LOG_LEVEL: "fatal",
      EXCHANGE_PORT: String(port),
      SIP_PORT: String(sipPort),
      SIP_OPEN: "true",
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_API_KEY: account.apiKey,
      TWILIO_API_SECRET: account.apiSecret,
    },
  });
  await new Promise<void>((resolve, reject) => {
    started.once("message", () => resolve());
    started.once("exit", (code) => reject(new Error(`the exchange ended with ${code}`)));
  });
  return started;
}

export async function stopAccount(account: ChildProcess): Promise<void> {
  if (account.exitCode === null && account.signalCode === null) {
    const ended = new Promise((resolve) => account.once("exit", resolve));
    account.kill("SIGKILL");
    await ended;
  }
}
