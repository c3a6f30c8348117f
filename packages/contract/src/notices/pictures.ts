const address = "/api/zjgrsj-train/information/notice/downloadFile?filename=";
const picture = /^%2Fattach%2F[0-9a-f-]{36}\.(?:png|jpe?g|gif|bmp)$/i;

/** Where the text of a notice names a picture that was uploaded; no other address is a picture of a notice. */
export const pictureAddress = (link: string): string => `${address}${encodeURIComponent(link)}`;

/** The link of the uploaded picture at an address; null for any other address. */
export function pictureLink(src: string | null | undefined): string | null {
  if (!src?.startsWith(address)) return null;
  const name = src.slice(address.length);
  return picture.test(name) ? decodeURIComponent(name) : null;
}

/** The links of the pictures in the text of a notice, as the server cleaned it. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img src="([^"]*)"/g)].flatMap(([, src]) => pictureLink(src) ?? [])),
];

/** The text with its pictures named, but not asked for: they are fetched as the reader who is signed in. */
export const holdPictures = (html: string): string => html.replaceAll(`<img src="${address}`, '<img data-picture="');
