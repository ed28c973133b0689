import { expect, test } from "vitest";

import { aBridgeWithReferrals, OTHER } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";

const referredBy = "<sip:jo@b.example>";

test("[XI79] the target of a transfer gets the referrer in Referred-By", async () => {
  const { it, friend } = await aBridgeWithReferrals();

  await refers(friend, aTransferRequest({ referredBy }));

  expect(it.sip.last.request).toMatchObject({ to: OTHER, referredBy });
});
