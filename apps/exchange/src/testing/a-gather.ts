import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "./core-under-test.ts";
import { APP } from "./scripted-web.ts";

export const AFTER = `<Play>${APP}/after.wav</Play>`;

/** A call in a Gather that asks `/said` and `/part`, and goes on with a sound. */
export async function gathering(attributes: string, inside = "", after = AFTER) {
  const it = new CoreUnderTest();
  it.web.respondWith("/said", "<Pause length='60'/>").on("/part", "");
  const gather = `<Gather action="/said" ${attributes}>${inside}</Gather>`;
  const call = await it.ringInto(gather + after);
  return { it, call, ...speakerOf(it) };
}

/** Who speaks, and what is understood of it. */
function speakerOf(it: CoreUnderTest) {
  async function speak() {
    it.media.emitUtterance("utterance.began");
    await settled();
  }
  async function fallSilent() {
    it.media.emitUtterance("utterance.ended");
    await settled();
  }
  async function understand(text: string, confidence = 0.8) {
    it.recogniser.end({ type: "recognised", text, confidence });
    await settled();
  }
  return { speak, fallSilent, understand };
}
