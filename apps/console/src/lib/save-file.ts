/** Offers a text file as a download of the browser. */
export function saveFile({ name, text }: { name: string; text: string }): void {
  saveBlob(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** Some browsers read the file only some time after the click. */
const READ_WITHIN_MS = 60_000;

/** Offers a file that is not text, such as an image, as a download. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
