import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";

import type { BulkTargets, RejectPreview } from "../../client/desk/leaving/bulk-reject.ts";
import { aCall } from "../../testing/a-call.ts";
import { type BulkChoice, nobodyChosen } from "./choose-targets.ts";
import { createPreviewQuery, listRejected } from "./create-preview-query.ts";

const [kim, sam, pat] = [aCall(1), aCall(2), aCall(3)];
const ringing: BulkChoice = { ...nobodyChosen, ringing: true };

interface PreviewRequest {
  targets: BulkTargets;
  answer: (preview: RejectPreview) => void;
}

/** Creates the panel's preview. The server answers when the test calls `answer`. */
function aPreview() {
  const requests: PreviewRequest[] = [];
  const bulkReject = {
    preview: (targets: BulkTargets) =>
      new Promise<RejectPreview>((answer) => requests.push({ targets, answer })),
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFor = (targets: (typeof kim)[], choice: BulkChoice, picked: string[] = []) =>
    createPreviewQuery({ bulkReject, targets, choice, picked });
  const observer = new QueryObserver(queries, queryFor([kim, sam], ringing));
  observer.subscribe(() => undefined);
  return { requests, queryFor, observer };
}

async function anAnsweredPreview() {
  const preview = aPreview();
  preview.requests[0]?.answer({ rejected: [kim.id, sam.id], spared: [] });
  await expect.poll(() => preview.observer.getCurrentResult().status).toBe("success");
  return preview;
}

test("[AC31] a caller who rings after the preview is not rejected, and the preview stays valid", async () => {
  const { queryFor, observer } = await anAnsweredPreview();
  const now = [kim, sam, pat];

  observer.setOptions(queryFor(now, ringing));

  const { status, data } = observer.getCurrentResult();
  expect(status).toBe("success");
  expect(listRejected(data, now)).toEqual([kim, sam]);
});

test("[AC31] a caller who no longer matches is not rejected, even if the preview contains them", async () => {
  const { observer } = await anAnsweredPreview();

  expect(listRejected(observer.getCurrentResult().data, [sam])).toEqual([sam]);
});

test("[AC31] after a change of the choice no caller can be rejected until the new preview has loaded", async () => {
  const { requests, queryFor, observer } = await anAnsweredPreview();
  const flag = { ...nobodyChosen, flags: ["nuisance"] };

  for (const choice of [flag, { ...ringing, flags: ["nuisance"] }]) {
    observer.setOptions(queryFor([kim, sam], choice));
    expect(observer.getCurrentResult()).toMatchObject({ status: "pending", data: undefined });
  }
  requests.at(-1)?.answer({ rejected: [sam.id], spared: [] });

  await expect.poll(() => observer.getCurrentResult().data?.rejected).toEqual([sam.id]);
});

test("[QU13] a request has a single selected caller in `named`, but not several callers or a ticked group", () => {
  const { requests, queryFor, observer } = aPreview();

  observer.setOptions(queryFor([kim, sam], { ...ringing, picked: true }, [sam.id]));
  observer.setOptions(queryFor([kim, sam], { ...nobodyChosen, picked: true }, [kim.id, sam.id]));
  observer.setOptions(queryFor([kim], { ...nobodyChosen, flags: ["nuisance"] }, [kim.id]));

  expect(requests.map(({ targets }) => targets)).toEqual([
    { calls: [kim.id, sam.id], named: [] },
    { calls: [kim.id, sam.id], named: [sam.id] },
    { calls: [kim.id, sam.id], named: [] },
    { calls: [kim.id], named: [] },
  ]);
});
