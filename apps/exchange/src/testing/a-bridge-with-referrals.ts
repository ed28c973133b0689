import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "./core-under-test.ts";

export const FRIEND = "+61491570156";
export const OTHER = "+61491570157";

export async function aBridgeWithReferrals(more = "", document = `<Dial>${OTHER}</Dial>`) {
  const it = new CoreUnderTest();
  it.web.respondWith("/refer", document).respondWith("/done", "<Hangup/>");
  const call = await it.ringInto(`<Dial action="/done" referUrl="/refer" ${more}>${FRIEND}</Dial>`);
  const friend = it.sip.last;
  friend.sink.onAnswered();
  await settled();
  return { it, call, friend };
}
