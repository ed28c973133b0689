import { readAudioServerLog, requestAudioServerLog } from "@linedesk/contract";
import { AudioServerError, NO_RESPONSE } from "../../../client/audio-server/audio-server-error.ts";
import type { HttpClient } from "../../../lib/http-client.ts";

const LOOK_EVERY_MS = 500;
/** As long as any other request to an audio server waits. */
const LOOKS = 20;

/** Asks for the program's log and waits until the audio server has sent it. */
export async function fetchLog(
  { http, wait }: { http: Pick<HttpClient, "call">; wait: (ms: number) => Promise<void> },
  params: { id: string; server: string },
): Promise<string> {
  const { request } = await http.call(requestAudioServerLog, { params, body: {} });
  for (let look = 0; look < LOOKS; look += 1) {
    await wait(LOOK_EVERY_MS);
    const { text } = await http.call(readAudioServerLog, { params, query: { request } });
    if (text !== null) {
      return text;
    }
  }
  throw new AudioServerError(NO_RESPONSE);
}
