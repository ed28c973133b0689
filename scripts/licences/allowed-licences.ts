/** The licences, as SPDX expressions, that a package in a Linedesk bundle may have. */
export const allowedLicences: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
  "(Apache-2.0 AND MIT)",
  "(MIT OR CC0-1.0)",
  "(MPL-2.0 OR Apache-2.0)",
];

/** Packages that no bundle may contain. Each has the reason why it may be shipped separately. */
export const separatePackages: Readonly<Record<string, string>> = {
  "codec-parser": "LGPL-3.0: npm installs it as a package that anyone may replace",
  "audio-file-decoder": "LGPL-2.1: npm installs it as a package that anyone may replace",
};

/**
 * Further licences that are allowed for packages which build and test Linedesk, and are not
 * shipped.
 */
export const developmentLicences: readonly string[] = [
  "CC-BY-4.0",
  "LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
];

/**
 * Returns true if a bundle may contain a package with this licence. Old packages write `MPL 2.0`.
 */
export function isAllowed(licence: string): boolean {
  return allowedLicences.includes(licence.replace("MPL 2.0", "MPL-2.0"));
}
