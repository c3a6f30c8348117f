import { chinaToday } from "../../format/dates.ts";

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Who looks at a file and on which day, as a picture that is repeated across it: whoever passes a photograph of the screen on is named in it. */
export function getWatermark(name: string): string {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="180"><text x="20" y="120" transform="rotate(-22 130 90)" font-family="sans-serif" font-size="15" fill="#808080" fill-opacity="0.22">${escaped(name)} ${chinaToday()}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(picture)}")`;
}
