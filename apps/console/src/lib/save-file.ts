/** Offers a text file as a download of the browser. */
export function saveFile({ name, text }: { name: string; text: string }): void {
  saveBlob(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** Offers a file that is not text, such as an image, as a download. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
