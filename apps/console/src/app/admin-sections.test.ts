import { createTranslator } from "use-intl";
import { expect, test } from "vitest";

import { permissions } from "@linedesk/contract";
import { adminMessages } from "../features/admin/admin-messages.ts";
import { adminSections } from "./admin-sections.ts";

const t = createTranslator({ locale: "en-AU", messages: { admin: adminMessages } });

test("[AD1] each section has its own address and title", () => {
  const ids = adminSections.map(({ id }) => id);
  const titles = adminSections.map(({ title }) => t(`admin.${title}`));

  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each(adminSections)("[AD1] section $id has a body and a right", async ({ right, load }) => {
  expect(await load()).toBeTypeOf("function");
  expect(permissions[right]).not.toEqual([]);
});
