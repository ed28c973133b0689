import { expect, test } from "vitest";

import { createAdapter } from "./create-adapter.ts";
import { MemoryStorage } from "./memory-storage.ts";
import { UsedTwiceError } from "./sign-in-storage.ts";

test("records expire, are consumed, and are revoked with their grant", async () => {
  let now = 1000;
  const adapter = createAdapter(new MemoryStorage(() => now))("AuthorizationCode");
  await adapter.upsert("a", { grantId: "g", uid: "u" }, 60);
  await adapter.upsert("b", { grantId: "g" }, 60);
  await adapter.upsert("c", { grantId: "h" }, 120);

  await adapter.consume("a");
  expect(await adapter.findByUid("u")).toMatchObject({ consumed: expect.any(Number) });
  await expect(adapter.consume("a")).rejects.toThrow(UsedTwiceError);
  await adapter.revokeByGrantId("g");
  expect(await adapter.find("b")).toBeUndefined();
  now += 119_000;
  expect(await adapter.find("c")).toBeDefined();
  now += 2_000;
  expect(await adapter.find("c")).toBeUndefined();
});

test("of more than 5,000 records the oldest are removed", async () => {
  const adapter = createAdapter(new MemoryStorage())("Interaction");

  for (let index = 0; index < 5_010; index += 1) {
    await adapter.upsert(`i${index}`, {}, 60);
  }

  expect(await adapter.find("i9")).toBeUndefined();
  expect(await adapter.find("i10")).toBeDefined();
});
