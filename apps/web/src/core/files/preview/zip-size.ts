const [entry, end] = [0x02014b50, 0x06054b50];
const [entrySize, endSize, longestComment] = [46, 22, 65_535];

/**
 * Bytes that an archive unpacks to, by its own directory; null where it has none. What draws a Word document in the browser unpacks all of it, and a
 * small file may unpack to gigabytes.
 */
export function findUnpackedSize(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  let at = bytes.byteLength - endSize;
  const first = Math.max(0, at - longestComment);
  while (at >= first && view.getUint32(at, true) !== end) at--;
  if (at < first) return null;
  const count = view.getUint16(at + 10, true);
  let place = view.getUint32(at + 16, true);
  let size = 0;
  for (let i = 0; i < count; i++) {
    if (place + entrySize > at || view.getUint32(place, true) !== entry) return null;
    size += view.getUint32(place + 24, true);
    place +=
      entrySize +
      view.getUint16(place + 28, true) +
      view.getUint16(place + 30, true) +
      view.getUint16(place + 32, true);
  }
  return size;
}
