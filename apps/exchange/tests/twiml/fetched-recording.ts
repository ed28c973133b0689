import { type WavSummary, readStrictly } from "@linedesk/media/testing";
import { type BootedExchange, eventually } from "../support/booted-exchange.ts";

export async function soundOf(
  { rest, exchange }: BootedExchange,
  url: string | undefined,
): Promise<WavSummary> {
  const sid = String(url).split("/").at(-1) ?? "";
  await eventually(
    () => rest.recordings(sid).fetch(),
    ({ status }) => status === "completed",
  );
  const { account } = exchange;
  const login = Buffer.from(`${account.sid}:${account.authToken}`).toString("base64");
  const response = await fetch(`${url}.wav`, {
    headers: { authorization: `Basic ${login}` },
  });
  return readStrictly(Buffer.from(await response.arrayBuffer()));
}
