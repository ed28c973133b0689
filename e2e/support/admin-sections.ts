import type { Page } from "@playwright/test";

const FEWEST_SECTIONS = 10;

/**
 * Returns the sections of the open admin area in the form of their addresses, read from its
 * navigation.
 */
export async function readAdminSections(page: Page): Promise<string[]> {
  const links = page
    .getByRole("navigation", { name: "Admin area" })
    .locator("li a[href*='/admin/']");
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).pathname),
  );
  const sections = addresses.map((address) => address.split("/").at(-1) ?? "");
  if (sections.length < FEWEST_SECTIONS) {
    throw new Error(`the admin area shows only the sections ${sections.join()}`);
  }
  return sections.filter((section) => section !== "newStation");
}
