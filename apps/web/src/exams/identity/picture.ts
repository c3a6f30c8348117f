import { maxPhotoBytes } from "@jipei/contract/core/fields/upload-rules.ts";

/** Greatest side of a photo, in pixels: enough to tell a face by. */
const most = 960;

/**
 * A jpg of what the camera sees, or of a picture that was taken with it, small enough to be sent.
 * @throws Error where the browser cannot draw it
 */
export async function toPhoto(source: HTMLVideoElement | ImageBitmap): Promise<File> {
  const [width, height] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.85, 0.6, 0.4]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob && blob.size <= maxPhotoBytes) return new File([blob], "identity.jpg", { type: "image/jpeg" });
  }
  throw new Error("no photo");
}
