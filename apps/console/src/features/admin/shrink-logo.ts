/** The maximum size of a logo in bytes. As a data URL, it fits the server's 9,999 characters. */
const MAX_BYTES = 7_000;
/** A larger file is refused without decoding it, because no logo is this large. */
const MAX_FILE_BYTES = 20_000_000;
/** The lengths of the longest edge to try until the logo fits. The page shows it 48 px high. */
const EDGES_PX = [320, 240, 160, 120, 96, 64, 48];
const QUALITIES = [0.9, 0.75, 0.5];
const TYPES = /^image\/(png|jpeg|webp)$/;

/** Returns the image as a data URL, reduced until it fits; `null` for an unusable file. */
export async function shrinkLogo(file: File): Promise<string | null> {
  if (!TYPES.test(file.type) || file.size > MAX_FILE_BYTES) {
    return null;
  }
  const picture = await decode(file);
  if (picture === null) {
    return null;
  }
  const small = file.size <= MAX_BYTES ? file : await scaleDown(picture);
  picture.close();
  return small === null ? null : writeDataUrl(small);
}

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    // This exception is the browser's only sign that the file is not an image.
    return null;
  }
}

async function scaleDown(picture: ImageBitmap): Promise<Blob | null> {
  for (const edge of EDGES_PX) {
    const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const drawn = await toBlob(canvas, quality);
      if (drawn !== null && drawn.size <= MAX_BYTES) {
        return drawn;
      }
    }
  }
  return null;
}

function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", quality));
}

async function writeDataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return `data:${file.type};base64,${btoa(binary)}`;
}
