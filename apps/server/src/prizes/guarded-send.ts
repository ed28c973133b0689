import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";

import { checkedLookup, isPrivateAddress } from "@linedesk/base";
import type { WebhookClient } from "../integrations/webhook-client.ts";
import type { PromotionAnswer, SendPromotion } from "./promotion-client.ts";

const INNER = "The address lies inside a network";
/** What is beyond is not read: the answer is then no JSON, and refused as such. */
const MOST_BYTES = 16_384;

/** To an address that somebody typed: never into a network, as with webhooks. */
export function createGuardedSend(
  policy: Pick<WebhookClient, "findRefusal" | "isNamed">,
): SendPromotion {
  return (target, { method, body, headers, signal }) => {
    const isNamed = policy.isNamed(target);
    const lookup = checkedLookup({
      isAllowed: (address) => isNamed || !isPrivateAddress(address),
      refusal: () => new Error(INNER),
    });
    const request = target.protocol === "https:" ? requestHttps : requestHttp;
    const length = { "content-length": Buffer.byteLength(body) };
    const options = { method, lookup, agent: false, signal, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      if (policy.findRefusal(target) !== null) {
        reject(new Error(INNER));
        return;
      }
      const sent = request(target, options, (answer) => {
        readAnswer(answer).then(resolve, reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

async function readAnswer(answer: IncomingMessage): Promise<PromotionAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) {
      break;
    }
  }
  const status = answer.statusCode ?? 0;
  return { status, text: Buffer.concat(chunks).toString("utf8") };
}
